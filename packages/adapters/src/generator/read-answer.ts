/** What the answers of all vendors have in common: what a status proves, and what it does not. */
import type { VendorFailure, VendorFailureClass } from "@cutroom/domain";
import type { CancelOutcome, FindOutcome, PollOutcome, SubmitOutcome } from "@cutroom/ports";
import type { VendorAnswer, VendorSettings } from "./call-vendor.ts";

type Answered = Extract<VendorAnswer, { kind: "answer" }>;

const MOST_WAIT_S = 3_600;

/**
 * When a vendor wants to be asked again, milliseconds; null when it does not say. It hides in a
 * header, in a field of the body, or in a sentence.
 */
export function retryAfterOf({ headers, json, text }: Answered): number | null {
  const header = headers.get("retry-after");
  const field = (json as { retry_after?: unknown } | undefined | null)?.retry_after;
  const sentence = /resets? in ~?(\d+(?:\.\d+)?)\s?s/iu.exec(text)?.[1];
  for (const said of [header, field, sentence]) {
    const seconds = said === null || said === undefined || said === "" ? NaN : Number(said);
    if (Number.isFinite(seconds) && seconds >= 0) return Math.min(seconds, MOST_WAIT_S) * 1_000;
  }
  return null;
}

export function failure(
  kind: VendorFailureClass,
  internal: string,
  facts: Partial<Pick<VendorFailure, "retryable" | "billed">> = {},
): VendorFailure {
  return { class: kind, retryable: false, billed: "no", ...facts, internal };
}

const refused = (of: VendorFailure, retryAfterMs: number | null = null): SubmitOutcome => ({
  kind: "refused",
  failure: of,
  retryAfterMs,
});

const AT_ONCE = /concurren|simultaneous|in parallel/iu;
const USED_UP = /daily|per day|insufficient|balance|out of credits/iu;

/** Of which limit a 429 speaks. One that names a time to come back is of the short kind. */
function limitOf(text: string, retryAfterMs: number | null): VendorFailureClass {
  if (AT_ONCE.test(text)) return "concurrency";
  return USED_UP.test(text) && retryAfterMs === null ? "quota" : "rate_limited";
}

/** Classes of a 4xx that the vendor's own words tell apart from wrong input. */
export type Sort = (answer: Answered) => VendorFailureClass | null;

/**
 * What the answer to a submit proves. A status of the 5xx kind proves nothing: a server before
 * the vendor may have given up while the vendor went on (G2).
 */
export function readSubmit(
  answer: VendorAnswer,
  accept: (json: unknown) => Extract<SubmitOutcome, { kind: "accepted" }> | null,
  sort: Sort = () => null,
): SubmitOutcome {
  if (answer.kind === "unsent") {
    return refused(failure("vendor_error", answer.internal, { retryable: true }));
  }
  if (answer.kind === "lost") return { kind: "unknown", internal: answer.internal };
  const { status, text, json } = answer;
  const internal = `${status} ${text}`;
  if (status >= 200 && status < 300) {
    return accept(json) ?? { kind: "unknown", internal };
  }
  if (status === 429) {
    const retryAfterMs = retryAfterOf(answer);
    const kind = limitOf(text, retryAfterMs);
    return refused(failure(kind, internal, { retryable: kind !== "quota" }), retryAfterMs);
  }
  const sorted = sort(answer);
  if (sorted !== null) return refused(failure(sorted, internal));
  if (status === 401 || status === 403) return refused(failure("auth", internal));
  if (status === 402) return refused(failure("quota", internal));
  if (status >= 400 && status < 500 && status !== 408) {
    return refused(failure("invalid_input", internal));
  }
  return { kind: "unknown", internal };
}

/** One poll that fails says nothing of the job. */
export function readPoll(
  answer: VendorAnswer,
  status: (answer: Answered) => Extract<PollOutcome, { kind: "status" }> | null,
): PollOutcome {
  if (answer.kind !== "answer") {
    return { kind: "unreachable", retryAfterMs: null, internal: answer.internal };
  }
  const internal = `${answer.status} ${answer.text}`;
  if (answer.status === 404 || answer.status === 410) return { kind: "gone", internal };
  const read = answer.status >= 200 && answer.status < 300 ? status(answer) : null;
  return read ?? { kind: "unreachable", retryAfterMs: retryAfterOf(answer), internal };
}

/** For vendors that answer 2xx to a cancel that worked and 4xx to one that came too late. */
export function readCancel(answer: VendorAnswer): CancelOutcome {
  if (answer.kind !== "answer" || answer.status >= 500 || answer.status === 429) {
    return "unreachable";
  }
  return answer.status < 300 ? "canceled" : "too_late";
}

/** A key goes to no other host, whatever an answer says. */
export function sameOrigin(settings: VendorSettings, url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  return new URL(url).origin === new URL(settings.baseUrl).origin ? url : null;
}

/** What a list that was read to its end proves. */
export function listOutcome(handles: readonly { readonly jobId: string }[]): FindOutcome {
  return handles.length > 0
    ? { kind: "found", handles }
    : { kind: "absent", internal: "not in the vendor's list" };
}
