import { claimStep } from "../usecases/step/claim-step.ts";
import { completeStep } from "../usecases/step/complete-step.ts";
import { failStep } from "../usecases/step/fail-step.ts";
import { renewStep } from "../usecases/step/renew-step.ts";
import type { Routes } from "./mount.ts";

export const farmRoutes = {
  claimStep: ({ deps, params, body }) =>
    claimStep(deps, { stepId: params.step_id, workerId: body.worker_id }),
  renewLease: ({ deps, params, body }) =>
    renewStep(deps, {
      stepId: params.step_id,
      workerId: body.worker_id,
      attempt: body.attempt,
      progress: body.progress,
    }),
  completeStep: ({ deps, params, body }) =>
    completeStep(deps, {
      stepId: params.step_id,
      workerId: body.worker_id,
      attempt: body.attempt,
      outputs: body.outputs,
      result: body.result,
    }),
  failStep: ({ deps, params, body }) =>
    failStep(deps, {
      stepId: params.step_id,
      workerId: body.worker_id,
      attempt: body.attempt,
      code: body.code,
      retryable: body.retryable,
      internal: body.internal,
    }),
} satisfies Partial<Routes>;
