import type { TaskFailureCode } from "@cutroom/contracts";
import type { Fence } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { endStep } from "./end-step.ts";
import type { StepOutcome } from "./end-step.ts";
import { findStep, isHeldBy } from "./find-step.ts";

export interface StepFailure extends Fence {
  readonly code: TaskFailureCode;
  readonly retryable: boolean;
  readonly internal: string;
  /** The output is finished and lies with the worker. */
  readonly holdsOutput?: boolean;
}

/** What the worker says; whether that means another try, the task's budget decides (C10). */
function outcomeOf(failure: StepFailure): StepOutcome {
  const { code, internal, retryable, holdsOutput = false } = failure;
  if (code === "CANCELED") return { kind: "stopped" };
  return { kind: "failed", code, internal, retryable, holdsOutput };
}

/** Ends an attempt that did not work out; `held`: the worker keeps what it has finished (C10). */
export async function failStep(deps: Deps, failure: StepFailure) {
  if ((await findStep(deps, failure.stepId)) === null) return refuse("request.not-found");
  const { stepId, workerId, attempt } = failure;
  const ended = await endStep(deps, { stepId, workerId, attempt }, outcomeOf(failure));
  if (!ended) return refuse("lease.lost");
  const step = failure.holdsOutput === true ? await findStep(deps, failure.stepId) : null;
  return ok({ accepted: true as const, held: isHeldBy(step, workerId) });
}
