/**
 * A pool whose work fails too often is left alone for a while, and its backup takes what waits
 * (C9). Unlike a vendor's breaker it refuses nobody: work goes elsewhere, or stays where it is when
 * nobody serves the backup.
 */
import type { PoolName } from "./pools.ts";

export const BREAKER_STATES = ["CLOSED", "OPEN", "HALF_OPEN"] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/**
 * The pool that can do the same work, on machines at least as able, for every tier. C is the most
 * able there is, and for vendors another vendor is chosen instead.
 */
export const backupPools: Readonly<Record<PoolName, PoolName | null>> = {
  A: "C",
  B: "C",
  C: null,
  "C-spot": "C",
  render: "A",
  ingest: "render",
  vendor: null,
};

/** Attempts are counted over this long, or since the breaker last moved. */
export const BREAKER_WINDOW_MS = 10 * 60_000;
const FAILURE_RATE = 0.01;
/** One unlucky attempt, or a few, say nothing about a pool. */
const FEWEST_ENDS = 20;
const FEWEST_FAILURES = 3;
/** How long it stays open the first time; twice as long after each probe that failed. */
const OPEN_MS = 60_000;
const MOST_DOUBLINGS = 4;
/** As many steps try whether the pool is well again; one failure among them and it is not. */
export const PROBES = 3;

export interface BreakerFacts {
  readonly state: BreakerState;
  /** How long it has been in it. */
  readonly forMs: number;
  /** Openings without a closing in between. */
  readonly times: number;
  /** Attempts that ended in the window, and those that failed through the platform. */
  readonly ends: number;
  readonly failures: number;
}

export interface BreakerMove {
  readonly state: BreakerState;
  readonly times: number;
}

/** How long a breaker stays open that has opened `times` times in a row. */
export function openForMs(times: number): number {
  return OPEN_MS * 2 ** Math.min(Math.max(times - 1, 0), MOST_DOUBLINGS);
}

/** Where the breaker goes from here; null: it stays. */
export function moveBreaker(facts: BreakerFacts): BreakerMove | null {
  const { state, times, ends, failures } = facts;
  switch (state) {
    case "CLOSED":
      return ends >= FEWEST_ENDS && failures >= FEWEST_FAILURES && failures / ends > FAILURE_RATE
        ? { state: "OPEN", times: 1 }
        : null;
    case "OPEN":
      return facts.forMs >= openForMs(times) ? { state: "HALF_OPEN", times } : null;
    case "HALF_OPEN":
      if (failures > 0) return { state: "OPEN", times: times + 1 };
      return ends >= PROBES ? { state: "CLOSED", times: 0 } : null;
    default:
      return state satisfies never;
  }
}

/**
 * In a pool without a free slot a step waits for this long before a free slot of the backup takes
 * it, once (C10): not for every short crowd, and well before its queueing target.
 */
export const CROWDED_AFTER_MS = 30_000;

/** How many waiting steps a pool keeps when its breaker is in this state; the rest goes elsewhere. */
export function keepsWaiting(state: BreakerState): number {
  if (state === "CLOSED") return Number.POSITIVE_INFINITY;
  return state === "HALF_OPEN" ? PROBES : 0;
}
