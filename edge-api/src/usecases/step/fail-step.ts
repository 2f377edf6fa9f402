import type { TaskFailureCode } from "@cutroom/contracts";
import type { Fence } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { endStep } from "./end-step.ts";
import type { StepOutcome } from "./end-step.ts";
import { findStep } from "./find-step.ts";

export interface StepFailure extends Fence {
  readonly code: TaskFailureCode;
  readonly retryable: boolean;
  readonly internal: string;
}

/** What the worker says; whether that means another try, the task's budget decides (C10). */
function outcomeOf(failure: StepFailure): StepOutcome {
  const { code, internal, retryable } = failure;
  return code === "CANCELED" ? { kind: "stopped" } : { kind: "failed", code, internal, retryable };
}

export async function failStep(deps: Deps, failure: StepFailure) {
  if ((await findStep(deps, failure.stepId)) === null) return refuse("request.not-found");
  const { stepId, workerId, attempt } = failure;
  const ended = await endStep(deps, { stepId, workerId, attempt }, outcomeOf(failure));
  return ended ? ok({ accepted: true as const }) : refuse("lease.lost");
}
