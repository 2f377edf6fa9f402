/**
 * What follows from the end of an attempt (C1, C2, C8, C10): first for its step, then for the
 * task. Pure: whoever holds the task's lock asks, and writes down the answer.
 */
import type { StepEvent, StepState } from "./steps.ts";
import { nextStepState } from "./steps.ts";
import type { TaskEvent } from "./states.ts";
import { OUTPUT_HOLD_GRACE_MS, OUTPUT_HOLD_MS, retryDelayMs } from "./timing.ts";

export interface Failure {
  readonly code: string;
  /** For operators only. */
  readonly internal: string;
}

/** How an attempt ended, in the words of whoever saw it. */
export type AttemptOutcome =
  | { readonly kind: "succeeded"; readonly result: unknown }
  /** `holdsOutput`: the work is done and lies with its worker; only the way to the store failed. */
  | ({
      readonly kind: "failed";
      readonly retryable: boolean;
      readonly holdsOutput?: boolean;
    } & Failure)
  /** The worker stopped because it was asked to. */
  | { readonly kind: "stopped" }
  /** The lease ran out, or the worker outlived its limit. */
  | ({ readonly kind: "silent" } & Failure)
  /** Turned away unopened: a vendor had no room, and nothing was accepted. */
  | ({ readonly kind: "busy"; readonly delayMs: number } & Failure)
  /** Taken away for more urgent work. */
  | { readonly kind: "preempted" }
  /** Of a vendor's job: nobody knows. */
  | ({ readonly kind: "unclear" } & Failure)
  /** Of a vendor's job: it was never accepted; this is proven. */
  | ({ readonly kind: "absent" } & Failure);

export interface AttemptFacts {
  readonly state: StepState;
  /** Whether a request to a vendor may have left during this attempt. */
  readonly requestSent: boolean;
  readonly cancelRequested: boolean;
  readonly retriesUsed: number;
  readonly retryBudget: number;
  /** Whether the end-to-end deadline has passed. */
  readonly overdue: boolean;
  /** How long this worker has held what it made of the step; null: it held nothing before. */
  readonly heldForMs: number | null;
}

export type StepEnd =
  | { readonly event: "succeed"; readonly result: unknown }
  | {
      readonly event: "retry";
      readonly delayMs: number;
      readonly usesRetry: boolean;
      /** Until then the step is its worker's alone, which only has to upload again. */
      readonly holds: boolean;
      /** Null when nothing went wrong: the work was only taken away. */
      readonly failure: Failure | null;
    }
  /** `exhausted`: it was worth another try, and none is left. */
  | ({ readonly event: "fail"; readonly exhausted: boolean } & Failure)
  | ({ readonly event: "lose" } & Failure)
  | { readonly event: "expire" };

const CANCELED: Failure = { code: "CANCELED", internal: "the user asked to cancel" };
const TAKEN: Failure = { code: "CANCELED", internal: "stopped with a request under way" };

function tryAgain(failure: Failure, facts: AttemptFacts, delayMs: number): StepEnd {
  const { code, internal } = failure;
  if (facts.overdue || facts.retriesUsed >= facts.retryBudget) {
    return { event: "fail", exhausted: true, code, internal };
  }
  return { event: "retry", delayMs, usesRetry: true, holds: false, failure: { code, internal } };
}

/**
 * The output is finished and cannot be stored (C10): its worker keeps it, and the budget pays once
 * for that, not for each upload. What cannot be stored for an hour has failed.
 */
function hold(failure: Failure, facts: AttemptFacts): StepEnd {
  const { code, internal } = failure;
  const heldForMs = facts.heldForMs ?? 0;
  if (facts.overdue || heldForMs >= OUTPUT_HOLD_MS) {
    return { event: "fail", exhausted: true, code, internal };
  }
  const delayMs = OUTPUT_HOLD_MS + OUTPUT_HOLD_GRACE_MS - heldForMs;
  if (facts.heldForMs === null) {
    const end = tryAgain(failure, facts, delayMs);
    return end.event === "retry" ? { ...end, holds: true } : end;
  }
  return { event: "retry", delayMs, usesRetry: false, holds: true, failure: { code, internal } };
}

function endOfCanceled(facts: AttemptFacts): StepEnd {
  // A doubt ends by knowledge only, so it cannot expire.
  return nextStepState(facts.state, "expire") === null
    ? { event: "fail", exhausted: false, ...CANCELED }
    : { event: "expire" };
}

/** What nobody can know any more once a request may have left; null when it is known. */
function doubtOf(outcome: AttemptOutcome, facts: AttemptFacts): Failure | null {
  if (nextStepState(facts.state, "lose") === null) return null;
  if (outcome.kind === "unclear") return outcome;
  if (!facts.requestSent) return null;
  if (outcome.kind === "silent") return outcome;
  return outcome.kind === "stopped" || outcome.kind === "preempted" ? TAKEN : null;
}

/** `jitter` is in [0, 1). */
export function endOfAttempt(
  outcome: AttemptOutcome,
  facts: AttemptFacts,
  jitter: number,
): StepEnd {
  if (outcome.kind === "succeeded") return { event: "succeed", result: outcome.result };
  const doubt = doubtOf(outcome, facts);
  if (doubt !== null) return { event: "lose", code: doubt.code, internal: doubt.internal };
  if (outcome.kind === "stopped" || facts.cancelRequested) return endOfCanceled(facts);
  if (outcome.kind === "preempted") {
    return { event: "retry", delayMs: 0, usesRetry: false, holds: false, failure: null };
  }
  if (outcome.kind === "busy" && !facts.overdue) {
    const { code, internal, delayMs } = outcome;
    const failure = { code, internal };
    return { event: "retry", delayMs, usesRetry: false, holds: false, failure };
  }
  if (outcome.kind === "failed" && !outcome.retryable) {
    const { code, internal } = outcome;
    return { event: "fail", exhausted: false, code, internal };
  }
  if (outcome.kind === "failed" && outcome.holdsOutput === true) return hold(outcome, facts);
  const delayMs = outcome.kind === "silent" ? 0 : retryDelayMs(facts.retriesUsed, jitter);
  return tryAgain(outcome, facts, delayMs);
}

/** A step of the task's round, as it stands after the move. */
export interface StepStanding {
  readonly state: StepState;
  readonly requestSent: boolean;
}

const AT_WORK: ReadonlySet<StepState> = new Set(["RUNNING", "UNKNOWN"]);

/** Whether what the step does may still cost or yield something that must be waited for. */
export function isInDoubt(step: StepStanding): boolean {
  return step.state === "UNKNOWN" || (step.state === "RUNNING" && step.requestSent);
}

/**
 * Where a task goes when its steps stand like this (C1). `halt`: the steps that are not in
 * doubt are over, because the task cannot succeed any more. While a doubt is open the task
 * stays, and so does its money.
 */
export function courseOfTask(
  steps: readonly StepStanding[],
  cancelRequested: boolean,
): { readonly event: TaskEvent | null; readonly halt: boolean } {
  const isAtWork = steps.some((step) => AT_WORK.has(step.state));
  const isOpen = steps.some(isInDoubt);
  if (steps.every((step) => step.state === "SUCCEEDED")) return { event: "succeed", halt: false };
  if (cancelRequested) {
    return isAtWork ? { event: null, halt: false } : { event: "cancel", halt: true };
  }
  const broken = steps.some((step) => step.state === "FAILED" || step.state === "EXPIRED");
  if (broken) return { event: isOpen ? null : "fail", halt: true };
  if (isAtWork) return { event: null, halt: false };
  const waits = steps.some((step) => step.state === "RETRY_WAIT");
  return { event: waits ? "redispatch" : null, halt: false };
}

/** What halting does to a step: null leaves it, because its outcome must be known. */
export function haltOf(step: StepStanding): Extract<StepEvent, "expire"> | null {
  if (isInDoubt(step) || nextStepState(step.state, "expire") === null) return null;
  return "expire";
}
