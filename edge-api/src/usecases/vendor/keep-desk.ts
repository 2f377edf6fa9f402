import type { Deps } from "../../deps.ts";
import { pause } from "../../pause.ts";
import { applyCallbacks } from "./apply-callbacks.ts";
import { askDue, beginSteps, holdSteps } from "./desk.ts";

/** How soon a vendor is asked for a clip that somebody wants, when the desk is idle. */
const DESK_MS = 1_000;
/** Steps under way in one process; a copy of a film is held whole, some 30 MB and at most 192. */
const STEPS_AT_ONCE = 24;
const QUESTIONS_AT_ONCE = 100;

/** Starts what there is to do, at most so much; each promise is one piece of it at work. */
type Begin = (deps: Deps, limit: number) => Promise<readonly Promise<void>[]>;

/** Repeats `turn` until the signal; what goes wrong is logged and tried again. */
async function repeat(
  deps: Deps,
  signal: AbortSignal,
  turn: () => Promise<"more" | "done">,
): Promise<void> {
  while (!signal.aborted) {
    const left = await turn().catch((error: unknown) => {
      deps.log({ level: "warn", message: "vendors not asked", error: String(error) });
      return "done" as const;
    });
    if (left === "done") await pause(DESK_MS, signal);
  }
}

/** Keeps so many at work as there are places, and waits for none in particular. */
async function fill(deps: Deps, signal: AbortSignal, places: number, begin: Begin): Promise<void> {
  const atWork = new Set<Promise<void>>();
  await repeat(deps, signal, async () => {
    if (atWork.size >= places) await Promise.race(atWork);
    const limit = places - atWork.size;
    const begun = await begin(deps, limit);
    for (const work of begun) {
      const ended = work.finally(() => atWork.delete(ended));
      atWork.add(ended);
    }
    return begun.length === limit ? "more" : "done";
  });
  await Promise.all(atWork);
}

/**
 * Keeps the desk open until the signal (G4, C8). Its duties wait for one another as little as they
 * can: a vendor that is slow to answer, or a copy that takes minutes, holds up no other request,
 * and no lease.
 */
export async function keepDesk(deps: Deps, signal: AbortSignal): Promise<void> {
  if (deps.generators.size === 0) return;
  const everySecond = (duty: (of: Deps) => Promise<unknown>) =>
    repeat(deps, signal, async () => {
      await duty(deps);
      return "done";
    });
  await Promise.all([
    everySecond(holdSteps),
    everySecond(applyCallbacks),
    fill(deps, signal, QUESTIONS_AT_ONCE, askDue),
    fill(deps, signal, STEPS_AT_ONCE, beginSteps),
  ]);
}
