import type { TaskFailureCode } from "@cutroom/contracts";
import type { Fence } from "@cutroom/db";
import { retryDelayMs } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { endStep } from "./end-step.ts";
import type { StepEnd } from "./end-step.ts";
import { findStep } from "./find-step.ts";

export interface StepFailure extends Fence {
  readonly code: TaskFailureCode;
  readonly retryable: boolean;
  readonly internal: string;
}

/** Back to the queue while the retry budget lasts, then failed for good (C10). */
function endOf(deps: Deps, failure: StepFailure): StepEnd {
  const { code, internal, attempt } = failure;
  if (code === "CANCELED") return { step: "expire", task: "cancel" };
  const delayMs = failure.retryable ? retryDelayMs(attempt, deps.chance()) : null;
  return delayMs === null
    ? { step: "fail", task: "fail", code, internal }
    : { step: "retry", task: "redispatch", code, internal, delayMs };
}

export async function failStep(deps: Deps, failure: StepFailure) {
  if ((await findStep(deps, failure.stepId)) === null) return refuse("request.not-found");
  const { stepId, workerId, attempt } = failure;
  const ended = await endStep(deps, { stepId, workerId, attempt }, endOf(deps, failure));
  return ended ? ok({ accepted: true as const }) : refuse("lease.lost");
}
