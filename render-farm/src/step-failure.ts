/**
 * How a step may end without a result. `code` is what the user learns; `internal` is for
 * operators and never leaves the API's logs. `CANCELED` also stands for a lost lease: the
 * work is dropped and nothing is reported.
 */
import type { TaskFailureCode } from "@cutroom/contracts";
import type { Result } from "@cutroom/timeline";

export interface StepFailure {
  readonly code: TaskFailureCode;
  /** True when the same step may well succeed later or elsewhere. */
  readonly retryable: boolean;
  readonly internal: string;
}

export type StepResult<T> = Result<T, StepFailure>;

/** A fault of the input: trying again would give the same answer. */
export function refused(code: TaskFailureCode, internal: string) {
  return { ok: false, failure: { code, retryable: false, internal } } as const;
}

/** A fault of the machine, the network or the store. */
export function faulted(code: TaskFailureCode, internal: string) {
  return { ok: false, failure: { code, retryable: true, internal } } as const;
}
