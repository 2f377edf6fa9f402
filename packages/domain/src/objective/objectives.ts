/**
 * What the platform promises, and how fast it uses up what may go wrong (O1, E5). Every promise is
 * a share of tasks that must be well; the rest is the error budget.
 */
import type { PlanName } from "../quota/plans.ts";
import type { TaskScene } from "../task/kinds.ts";

export const OBJECTIVE_NAMES = [
  "queue-enterprise",
  "queue-paid",
  "queue-free",
  "playable",
  "first-preview",
  "export",
  "delivered",
] as const;
export type ObjectiveName = (typeof OBJECTIVE_NAMES)[number];

/** The durations of C13. */
export const DURATIONS = [
  "queue_wait",
  "provider",
  "postprocess",
  "first_preview",
  "end_to_end",
] as const;
export type Duration = (typeof DURATIONS)[number];

/** What service levels are read by. */
export const LEVEL_SPLITS = ["scene", "plan", "model", "vendor", "region"] as const;
export type LevelSplit = (typeof LEVEL_SPLITS)[number];

export type Objective =
  | {
      readonly measure: Exclude<Duration, "provider">;
      readonly atMostS: number;
      readonly share: number;
      readonly plan?: PlanName;
      readonly scene?: TaskScene;
      /** Only for work whose result is at most this long. */
      readonly upToMs?: number;
    }
  /** Succeeded of what ended, without wrong input and refusals. */
  | { readonly measure: "outcome"; readonly share: number };

const P95 = 0.95;

export const objectives: Readonly<Record<ObjectiveName, Objective>> = {
  "queue-enterprise": { measure: "queue_wait", plan: "enterprise", atMostS: 15, share: P95 },
  "queue-paid": { measure: "queue_wait", plan: "paid", atMostS: 60, share: P95 },
  "queue-free": { measure: "queue_wait", plan: "free", atMostS: 300, share: P95 },
  playable: { measure: "postprocess", scene: "generate", atMostS: 90, share: P95 },
  "first-preview": { measure: "first_preview", scene: "generate", atMostS: 600, share: P95 },
  export: {
    measure: "end_to_end",
    scene: "export",
    atMostS: 600,
    share: P95,
    upToMs: 180_000,
  },
  // What a pool may fail before its breaker opens (C9) is what the platform may fail as a whole.
  delivered: { measure: "outcome", share: 0.99 },
};

/** Tasks or requests that could be judged in some window, and those of them that were not well. */
export interface Judged {
  readonly tasks: number;
  readonly bad: number;
}

export const OBJECTIVE_STATES = ["idle", "kept", "missed", "burning"] as const;
export type ObjectiveState = (typeof OBJECTIVE_STATES)[number];

/**
 * At this rate a month's budget is gone in two days: somebody has to look now. From Google's
 * "Site Reliability Workbook", chapter 5.
 */
export const FAST_BURN = 14.4;
/** Below this many in an hour, or with only one of them bad, chance would be an alarm. */
const FEWEST = 10;
const FEWEST_BAD = 2;

/**
 * How many times faster than allowed the budget is used up: 1 uses up exactly all of it. Null
 * where there was nothing to judge.
 */
export function burnRate({ tasks, bad }: Judged, share: number): number | null {
  return tasks === 0 ? null : bad / tasks / (1 - share);
}

/** Whether a promise is kept over a window, and whether the last hour eats into it too fast. */
export function stateOfObjective(
  share: number,
  seen: { readonly hour: Judged; readonly window: Judged },
): ObjectiveState {
  const ofHour = burnRate(seen.hour, share);
  const isEnough = seen.hour.tasks >= FEWEST && seen.hour.bad >= FEWEST_BAD;
  if (ofHour !== null && isEnough && ofHour >= FAST_BURN) return "burning";
  const ofWindow = burnRate(seen.window, share);
  if (ofWindow === null) return "idle";
  return ofWindow > 1 ? "missed" : "kept";
}
