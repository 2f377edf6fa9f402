import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { AppEnv } from "../app-env.ts";
import { followEvents } from "../usecases/event/follow-events.ts";
import type { Call } from "./mount.ts";

/** Proxies close what is silent for half a minute. */
const HEARTBEAT_MS = 15_000;

/** The position of the last event that the client has seen, or null. */
function lastPosition(context: Context<AppEnv>): number | null {
  const text = context.req.header("last-event-id") ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** `GET /v1/events` as `text/event-stream` until the client leaves (C11). */
export function streamEvents(call: Call<"streamEvents">, context: Context<AppEnv>): Response {
  const { deps, caller } = call;
  context.header("cache-control", "no-store");
  // Asks proxies in front of us to pass every event on at once.
  context.header("x-accel-buffering", "no");
  return streamSSE(context, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => left.abort());
    call.signal.addEventListener("abort", () => left.abort());
    let quietSinceMs = deps.clock.nowMs();
    const from = { lastPosition: lastPosition(context), signal: left.signal };
    for await (const batch of followEvents(deps, caller, from)) {
      for (const { position, event } of batch) {
        await stream.writeSSE({
          event: "task",
          data: JSON.stringify(event),
          ...(position === null ? {} : { id: String(position) }),
        });
      }
      const nowMs = deps.clock.nowMs();
      if (batch.length > 0) quietSinceMs = nowMs;
      if (nowMs - quietSinceMs < HEARTBEAT_MS) continue;
      quietSinceMs = nowMs;
      await stream.write(": still here\n\n");
    }
  });
}
