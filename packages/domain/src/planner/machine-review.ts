/** What a change of models, a canary or a slow vendor means for machine review (G6, O2). */
import { figure } from "./figures.ts";
import type { Figure } from "./figures.ts";

export interface ReviewLoad {
  readonly subtasksPerS: number;
  /** Calls that the vendor takes at once, and how long one takes. */
  readonly vendorConcurrency: number;
  readonly secondsPerCall: number;
  readonly variants: number;
  /** What recomputing features adds: 0.2 is a fifth. */
  readonly recompute: number;
  /** Share of the traffic that both variants see. */
  readonly canary: number;
}

export const REVIEW_LOAD: ReviewLoad = {
  subtasksPerS: 4_000,
  vendorConcurrency: 1_000,
  secondsPerCall: 0.8,
  variants: 2,
  recompute: 0.2,
  canary: 0.1,
};

/** A backlog and what clears it, per second. */
const BACKLOG = { subtasks: 420_000, capacity: 1_500, arrivals: 800 } as const;
const TEN_MINUTES_S = 600;

/** Without this table no canary gets any traffic (G6). */
export function planMachineReview(load: ReviewLoad = REVIEW_LOAD): readonly Figure[] {
  const { subtasksPerS: subtasks, vendorConcurrency, secondsPerCall, variants } = load;
  const capacity = vendorConcurrency / secondsPerCall;
  const demand = subtasks * variants * (1 + load.recompute);
  const added = subtasks * (1 + load.canary + load.recompute);
  const multiplied = subtasks * (1 + load.canary) * (1 + load.recompute);
  const short = subtasks - capacity;
  return [
    figure("subtasks_per_s", subtasks, "what arrives"),
    figure("in_flight", subtasks * secondsPerCall, `${subtasks}/s x ${secondsPerCall} s`),
    figure(
      "base_capacity_per_s",
      capacity,
      `${vendorConcurrency} at once / ${secondsPerCall} s`,
      1,
    ),
    figure(
      "effective_demand_per_s",
      demand,
      `${subtasks} x ${variants} variants x ${1 + load.recompute} recompute`,
      1,
    ),
    figure("backlog_per_s", demand - capacity, "demand - capacity", 1),
    figure("canary_added_per_s", added, `${subtasks} x (1 + ${load.canary} + ${load.recompute})`),
    figure(
      "canary_multiplied_per_s",
      multiplied,
      `${subtasks} x (1 + ${load.canary}) x (1 + ${load.recompute}): both shares meet`,
    ),
    figure("shortfall_per_s", short, "without any canary: arrivals - capacity"),
    figure("shortfall_10_min", short * TEN_MINUTES_S, `${short} x ${TEN_MINUTES_S} s`),
    figure(
      "clear_s",
      BACKLOG.subtasks / (BACKLOG.capacity - BACKLOG.arrivals),
      `${BACKLOG.subtasks} / (${BACKLOG.capacity} - ${BACKLOG.arrivals})`,
    ),
  ];
}
