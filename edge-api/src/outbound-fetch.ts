/**
 * Calls out where there is no socket to hold (edge runtimes): their `fetch` reaches only the
 * public internet, so what is checked here is what the URL itself says.
 */
import { refuseCallTarget } from "@cutroom/domain";
import type { Outbound } from "./deps.ts";

export function createFetchOutbound(settings: { readonly allowPrivate: boolean }): Outbound {
  return async ({ url, headers, body, timeoutMs }) => {
    if (refuseCallTarget(new URL(url), settings.allowPrivate) !== null) return "blocked";
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await answer.body?.cancel();
    return answer.status;
  };
}
