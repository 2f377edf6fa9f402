/** Tells the API how a step ended; a network fault is tried again while it may still count. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ClaimedStep } from "@cutroom/contracts";
import type { StepFailure } from "../step-failure.ts";
import type { JobOutcome } from "./perform.ts";
import type { FarmApi } from "./farm-api.ts";

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 250;
const INTERNAL_MAX = 4_000;

export type ReportOutcome = "accepted" | "rejected" | "size-mismatch" | "unreachable";

type Answer<T> = { ok: true; value: T } | { ok: false; failure: { code: string } };

async function persist<T>(
  send: () => Promise<Answer<T>>,
  hear: (value: T) => void = () => undefined,
): Promise<ReportOutcome> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    try {
      const answer = await send();
      if (answer.ok) {
        hear(answer.value);
        return "accepted";
      }
      const { code } = answer.failure;
      if (code === "upload.size-mismatch") return "size-mismatch";
      if (code === "lease.lost" || code === "request.not-found") return "rejected";
      if (code === "request.invalid" || code.startsWith("auth.")) return "rejected";
    } catch {
      // The API cannot be reached; the next attempt may get through.
    }
  }
  return "unreachable";
}

function fence(step: ClaimedStep, workerId: string) {
  return { worker_id: workerId, attempt: step.attempt };
}

/** Gives the step back: somebody else does it later, and it costs no retry. */
export function reportYield(
  api: FarmApi,
  step: ClaimedStep,
  workerId: string,
): Promise<ReportOutcome> {
  const params = { step_id: step.step_id };
  return persist(() => api.yieldStep({ params, body: fence(step, workerId) }));
}

export function reportComplete(
  api: FarmApi,
  step: ClaimedStep,
  workerId: string,
  outcome: JobOutcome,
): Promise<ReportOutcome> {
  const body = {
    ...fence(step, workerId),
    outputs: [...outcome.outputs],
    result: outcome.result,
  };
  return persist(() => api.completeStep({ params: { step_id: step.step_id }, body }));
}

/**
 * `held`: the API leaves the step to this worker, which has its finished output and could not
 * store it.
 */
export async function reportFailure(
  api: FarmApi,
  step: ClaimedStep,
  workerId: string,
  failure: StepFailure & { readonly holdsOutput?: boolean },
): Promise<ReportOutcome | "held"> {
  const body = {
    ...fence(step, workerId),
    code: failure.code,
    retryable: failure.retryable,
    internal: failure.internal.slice(-INTERNAL_MAX),
    ...(failure.holdsOutput === true ? { holds_output: true } : {}),
  };
  let isHeld = false;
  const told = await persist(
    () => api.failStep({ params: { step_id: step.step_id }, body }),
    ({ held }) => {
      isHeld = held === true;
    },
  );
  return isHeld ? "held" : told;
}
