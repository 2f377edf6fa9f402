import { claimNextStep } from "../usecases/step/claim-next-step.ts";
import { claimStep } from "../usecases/step/claim-step.ts";
import { completeStep } from "../usecases/step/complete-step.ts";
import { failStep } from "../usecases/step/fail-step.ts";
import { reportProgress } from "../usecases/step/report-progress.ts";
import { renewStep } from "../usecases/step/renew-step.ts";
import { yieldStep } from "../usecases/step/yield-step.ts";
import { readDepth } from "../usecases/worker/read-depth.ts";
import { registerWorker } from "../usecases/worker/register-worker.ts";
import { removeWorker } from "../usecases/worker/remove-worker.ts";
import type { Routes } from "./mount.ts";

export const farmRoutes = {
  registerWorker: ({ deps, params, body }) =>
    registerWorker(deps, { workerId: params.worker_id, ...body }),
  readPoolDepth: ({ deps, params }) => readDepth(deps, params.pool),
  removeWorker: ({ deps, params }) => removeWorker(deps, params.worker_id),
  claimNextStep: ({ deps, body }) =>
    claimNextStep(deps, { workerId: body.worker_id, pools: body.pools, limit: body.limit }),
  claimStep: ({ deps, params, body }) =>
    claimStep(deps, { stepId: params.step_id, workerId: body.worker_id }),
  renewLease: ({ deps, params, body }) =>
    renewStep(deps, {
      stepId: params.step_id,
      workerId: body.worker_id,
      attempt: body.attempt,
      progress: body.progress,
    }),
  reportProgress: ({ deps, params, body }) =>
    reportProgress(deps, {
      stepId: params.step_id,
      attempt: body.attempt,
      progress: body.progress,
    }),
  yieldStep: ({ deps, params, body }) =>
    yieldStep(deps, {
      stepId: params.step_id,
      workerId: body.worker_id,
      attempt: body.attempt,
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
      holdsOutput: body.holds_output === true,
    }),
} satisfies Partial<Routes>;
