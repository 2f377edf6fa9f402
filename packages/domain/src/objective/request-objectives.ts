/** What is promised of requests themselves, whatever becomes of the work they ask for (O1). */

/** `create`: asks for new work. `status`: reads how work stands. Others are not promised. */
export const REQUEST_KINDS = ["create", "status"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const REQUEST_OBJECTIVE_NAMES = [
  "create-available",
  "status-available",
  "status-quick",
] as const;
export type RequestObjectiveName = (typeof REQUEST_OBJECTIVE_NAMES)[number];

export type RequestObjective =
  /** Answered: a refusal is an answer, a fault of ours (5xx) is none. */
  | { readonly measure: "answered"; readonly request: RequestKind; readonly share: number }
  | {
      readonly measure: "answer_time";
      readonly request: RequestKind;
      readonly atMostS: number;
      readonly share: number;
    };

export const STATUS_ANSWER_S = 0.2;

export const requestObjectives: Readonly<Record<RequestObjectiveName, RequestObjective>> = {
  "create-available": { measure: "answered", request: "create", share: 0.9995 },
  "status-available": { measure: "answered", request: "status", share: 0.999 },
  "status-quick": {
    measure: "answer_time",
    request: "status",
    atMostS: STATUS_ANSWER_S,
    share: 0.95,
  },
};

/** Requests of one kind in some window. */
export interface RequestCounts {
  readonly requests: number;
  readonly failed: number;
  /** Those whose answer was not asked to wait for something. */
  readonly timed: number;
  /** Of those, answered later than `STATUS_ANSWER_S`. */
  readonly slow: number;
}

export const NO_REQUESTS: RequestCounts = { requests: 0, failed: 0, timed: 0, slow: 0 };

/** How one request adds to the counts; `tookMs` is null when it was asked to wait. */
export function countRequest(
  counts: RequestCounts,
  seen: { readonly status: number; readonly tookMs: number | null },
): RequestCounts {
  const { status, tookMs } = seen;
  const isSlow = tookMs !== null && tookMs > STATUS_ANSWER_S * 1_000;
  return {
    requests: counts.requests + 1,
    failed: counts.failed + (status >= 500 ? 1 : 0),
    timed: counts.timed + (tookMs === null ? 0 : 1),
    slow: counts.slow + (isSlow ? 1 : 0),
  };
}

/** What of the counts a promise is judged by. */
export function judgeRequests({ measure }: RequestObjective, counts: RequestCounts) {
  return measure === "answered"
    ? { tasks: counts.requests, bad: counts.failed }
    : { tasks: counts.timed, bad: counts.slow };
}
