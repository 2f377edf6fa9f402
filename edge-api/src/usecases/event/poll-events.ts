import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { pause } from "../../pause.ts";
import { canResume, changesAfter, currentPosition, readSnapshot } from "./read-changes.ts";

const LOOK_MS = 500;

/**
 * The stream for those who cannot hold one (C11): answers as soon as something came after
 * `after`, at the latest after `waitS` seconds with nothing. Without a position, or with one
 * from which it cannot go on, the answer is the snapshot.
 */
export async function pollEvents(
  deps: Deps,
  caller: UserCaller,
  ask: { readonly after: number | null; readonly waitS: number; readonly signal: AbortSignal },
) {
  const { after, signal } = ask;
  if (after === null || !(await canResume(deps, caller, after))) {
    const { streamed } = await readSnapshot(deps, caller);
    return ok({ position: streamed.position ?? 0, events: [streamed.event] });
  }
  const endsAtMs = deps.clock.nowMs() + ask.waitS * 1000;
  for (;;) {
    if ((await currentPosition(deps.database, caller.tenantId)) > after) {
      const { streamed } = await changesAfter(deps, caller, after);
      const positions = streamed.map(({ position }) => position ?? 0);
      const events = streamed.map(({ event }) => event);
      return ok({ position: Math.max(after, ...positions), events });
    }
    const leftMs = endsAtMs - deps.clock.nowMs();
    if (leftMs <= 0 || signal.aborted) return ok({ position: after, events: [] });
    await pause(Math.min(LOOK_MS, leftMs), signal);
  }
}
