import { evaluateDelayMs } from "./delay-expression.ts";
import { parseDurationMs } from "./duration.ts";
import type { Answer, Message } from "./message.ts";

const MAX_DELAY_MS = 86_400_000;

/** The answer's own word on when to come again, in ms from now; null when it gives none. */
function askedDelayMs(answer: Answer, nowMs: number): number | null {
  for (const name of [
    "retry-after",
    "x-ratelimit-reset",
    "x-ratelimit-reset-requests",
    "x-ratelimit-reset-tokens",
  ]) {
    const text = answer.headers[name]?.[0];
    if (text === undefined) continue;
    const durationMs = parseDurationMs(text);
    if (durationMs !== null) return durationMs;
    const atMs = Date.parse(text);
    if (!Number.isNaN(atMs)) return Math.max(0, atMs - nowMs);
  }
  return null;
}

/**
 * How long to wait before the next attempt: what the receiver asks for, else the message's own
 * expression, else QStash's backoff of e^(2.5 n) seconds; never more than a day.
 * Source: Upstash, "Retry", QStash documentation.
 */
export function nextDelayMs(message: Message, answer: Answer, nowMs: number): number {
  const ownMs =
    message.retryDelay === null ? null : evaluateDelayMs(message.retryDelay, message.retried);
  const backoffMs = Math.exp(2.5 * (message.retried + 1)) * 1000;
  return Math.min(MAX_DELAY_MS, askedDelayMs(answer, nowMs) ?? ownMs ?? backoffMs);
}

/** Status 489 with its header: do not come again. */
export function isFinal(answer: Answer): boolean {
  const flag = answer.headers["upstash-nonretryable-error"]?.[0];
  return answer.status === 489 && flag?.toLowerCase() === "true";
}
