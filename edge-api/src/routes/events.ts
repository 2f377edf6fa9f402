import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { AppEnv } from "../app-env.ts";
import { answerProblem } from "../middleware/problem.ts";
import { followEvents } from "../usecases/event/follow-events.ts";
import type { Streamed } from "../usecases/event/read-changes.ts";
import type { Call } from "./mount.ts";

/** Proxies close what is silent for half a minute. */
const HEARTBEAT_MS = 15_000;
/** For those who find no place: how long to hold a poll instead. */
const POLL_WAIT_S = 30;

/** The position of the last event that the client has seen, or null. */
function lastPosition(context: Context<AppEnv>): number | null {
  const text = context.req.header("last-event-id") ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

const frame = ({ position, event }: Streamed) =>
  `event: task\ndata: ${JSON.stringify(event)}\n${position === null ? "" : `id: ${position}\n`}\n`;

/** `GET /v1/events` as `text/event-stream` until the client leaves; one write per push (C11). */
export function streamEvents(call: Call<"streamEvents">, context: Context<AppEnv>): Response {
  const { deps, caller } = call;
  const leave = deps.streams.enter();
  if (leave === null) {
    const details = { retry_after_s: POLL_WAIT_S, poll_wait_s: POLL_WAIT_S };
    return answerProblem(context, { code: "stream.full", details });
  }
  context.header("cache-control", "no-store");
  // Asks proxies in front of us to pass every event on at once.
  context.header("x-accel-buffering", "no");
  return streamSSE(context, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => left.abort());
    call.signal.addEventListener("abort", () => left.abort());
    let quietSinceMs = deps.clock.nowMs();
    const { signal } = left;
    const isBusy = () => deps.streams.isBusy();
    const from = { lastPosition: lastPosition(context), signal, isBusy };
    try {
      for await (const push of followEvents(deps, caller, from)) {
        if (push.length > 0) await stream.write(push.map(frame).join(""));
        const nowMs = deps.clock.nowMs();
        if (push.length > 0) quietSinceMs = nowMs;
        if (nowMs - quietSinceMs < HEARTBEAT_MS) continue;
        quietSinceMs = nowMs;
        await stream.write(": still here\n\n");
      }
    } finally {
      leave();
    }
  });
}
