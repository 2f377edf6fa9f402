/**
 * Calls out where there is no socket to hold (edge runtimes): their `fetch` reaches only the
 * public internet, so what is checked here is what the URL itself says.
 */
import { refuseCallTarget } from "@cutroom/domain";
import type { Hop, Outbound } from "./deps.ts";

export function createFetchOutbound(settings: { readonly allowPrivate: boolean }): Outbound {
  return async ({ url, headers, body, timeoutMs }) => {
    if (refuseCallTarget(new URL(url), settings.allowPrivate) !== null) return "blocked";
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await answer.body?.cancel();
    return answer.status;
  };
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** One GET, without following anything; the body is read as it comes. */
export function createFetchHop(settings: { readonly allowPrivate: boolean }): Hop {
  return async ({ url, headers, timeoutMs }) => {
    if (refuseCallTarget(new URL(url), settings.allowPrivate) !== null) return "blocked";
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { headers, redirect: "manual", signal });
    return {
      status: answer.status,
      headers: answer.headers,
      body: answer.body === null ? [] : chunksOf(answer.body),
      discard: () => void answer.body?.cancel().catch(() => undefined),
    };
  };
}
