/**
 * What a pool does for better tiers that wait too long (C9, O3): it stops restartable p2 work
 * for p0 work, and pauses free work while paid work waits beyond its target.
 */
import type { StepKind } from "../task/kinds.ts";
import { callsVendor } from "../task/kinds.ts";
import { WORST_TIER, pools } from "./pools.ts";
import type { PoolName, Tier } from "./pools.ts";

/** p0's target is 30 s; the worker hears of it within a heartbeat of 15 s. */
export const PREEMPT_AFTER_MS = 10_000;
/** p1's target; and where the queue counts as well again. */
const PAUSE_AFTER_MS = 180_000;
const RESUME_BELOW_MS = 60_000;

export interface RunningWork {
  readonly stepId: string;
  readonly attempt: number;
  readonly kind: StepKind;
  readonly tier: Tier;
  readonly runningMs: number;
  readonly isAskedToStop: boolean;
}

export interface PoolPressure {
  readonly pool: PoolName;
  /** Whether no worker of the pool has a free slot, or the pool's own limit is reached. */
  readonly isFull: boolean;
  /** How long each p0 step has waited that could start if there were a slot. */
  readonly bestTierWaitsMs: readonly number[];
  readonly running: readonly RunningWork[];
}

/** Work that another attempt does from scratch without paying anyone twice. */
export function isRestartable(kind: StepKind): boolean {
  return !callsVendor[kind];
}

/**
 * The steps to stop, youngest first, so that the least work is lost: one p2 step for each p0
 * step that has waited beyond its target, less those that have been asked already. Never a step
 * of p0 or p1, never one that cannot be restarted, never in a pool that has room.
 */
export function choosePreemptions(pressure: PoolPressure): readonly RunningWork[] {
  if (!pressure.isFull || !pools[pressure.pool].isPreemptible) return [];
  const overdue = pressure.bestTierWaitsMs.filter((waitMs) => waitMs >= PREEMPT_AFTER_MS).length;
  const asked = pressure.running.filter((work) => work.isAskedToStop).length;
  return pressure.running
    .filter((work) => work.tier === WORST_TIER && isRestartable(work.kind) && !work.isAskedToStop)
    .toSorted((a, b) => a.runningMs - b.runningMs || (a.stepId < b.stepId ? -1 : 1))
    .slice(0, Math.max(0, overdue - asked));
}

/** Whether free work pauses now; between the two marks it stays as it is. */
export function pausesFree(now: {
  readonly isPaused: boolean;
  /** The longest wait of p0 and p1 work that could start if there were a slot; 0: none waits. */
  readonly paidWaitMs: number;
}): boolean {
  return now.paidWaitMs >= (now.isPaused ? RESUME_BELOW_MS : PAUSE_AFTER_MS);
}
