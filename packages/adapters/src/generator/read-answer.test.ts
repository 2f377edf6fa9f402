import { expect, it } from "vitest";
import { readSubmit } from "./read-answer.ts";

const refusal = (text: string, headers: Record<string, string> = {}) =>
  readSubmit(
    { kind: "answer", status: 429, headers: new Headers(headers), json: undefined, text },
    () => null,
  );

it.each([
  ["Too many requests", {}, "rate_limited", true, null],
  ["Too many requests", { "retry-after": "7" }, "rate_limited", true, 7_000],
  ["You exceeded your current quota, please check your plan", {}, "rate_limited", true, null],
  ["Too many concurrent generations", {}, "concurrency", true, null],
  ["The daily limit of this account is reached", {}, "quota", false, null],
  ["Insufficient balance", {}, "quota", false, null],
  ["The daily limit resets in 9s", {}, "rate_limited", true, 9_000],
] as const)(
  "tells of which limit a 429 speaks: %s %o (G4)",
  (text, headers, kind, retryable, ms) => {
    expect(refusal(text, headers)).toMatchObject({
      kind: "refused",
      failure: { class: kind, retryable, billed: "no" },
      retryAfterMs: ms,
    });
  },
);
