import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STEP_KINDS } from "../task/kinds.ts";
import { POOL_NAMES, TIERS, pools } from "./pools.ts";
import { PREEMPT_AFTER_MS, choosePreemptions, isRestartable, pausesFree } from "./relieve.ts";
import type { PoolPressure, RunningWork } from "./relieve.ts";

const work = (stepId: string, over: Partial<RunningWork> = {}): RunningWork => ({
  stepId,
  attempt: 1,
  kind: "export",
  tier: 2,
  runningMs: 60_000,
  isAskedToStop: false,
  ...over,
});
const pressure = (over: Partial<PoolPressure>): PoolPressure => ({
  pool: "render",
  isFull: true,
  bestTierWaitsMs: [PREEMPT_AFTER_MS],
  running: [work("old"), work("young", { runningMs: 1_000 })],
  ...over,
});
const chosen = (over: Partial<PoolPressure>) =>
  choosePreemptions(pressure(over)).map(({ stepId }) => stepId);

describe("preemption (C9)", () => {
  it("stops the youngest p2 step for a p0 step that has waited beyond its target", () => {
    expect(chosen({})).toEqual(["young"]);
    expect(chosen({ bestTierWaitsMs: [PREEMPT_AFTER_MS - 1] })).toEqual([]);
    expect(chosen({ bestTierWaitsMs: [] })).toEqual([]);
  });

  it("stops nothing while the pool has room, nor in a pool that is not preemptible", () => {
    expect(chosen({ isFull: false })).toEqual([]);
    expect(chosen({ pool: "ingest" })).toEqual([]);
  });

  it("asks one for each that waits, and counts those that were asked before", () => {
    const waits = [20_000, 30_000];
    expect(chosen({ bestTierWaitsMs: waits })).toEqual(["young", "old"]);
    const running = [work("asked", { isAskedToStop: true }), work("other")];
    expect(chosen({ running })).toEqual([]);
    expect(chosen({ running, bestTierWaitsMs: waits })).toEqual(["other"]);
  });

  it("never stops equal or better tiers nor what cannot restart, whatever runs and waits", () => {
    const arbitraryWork = fc.record({
      stepId: fc.uuid(),
      attempt: fc.nat(3),
      kind: fc.constantFrom(...STEP_KINDS),
      tier: fc.constantFrom(...TIERS),
      runningMs: fc.nat(600_000),
      isAskedToStop: fc.boolean(),
    });
    const arbitrary = fc.record({
      pool: fc.constantFrom(...POOL_NAMES),
      isFull: fc.boolean(),
      bestTierWaitsMs: fc.array(fc.nat(60_000), { maxLength: 6 }),
      running: fc.array(arbitraryWork, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(arbitrary, (now) => {
        const victims = choosePreemptions(now);
        for (const victim of victims) {
          expect(victim.tier).toBe(2);
          expect(isRestartable(victim.kind)).toBe(true);
          expect(victim.isAskedToStop).toBe(false);
        }
        expect(victims.length).toBeLessThanOrEqual(now.bestTierWaitsMs.length);
        expect(victims.length === 0 || pools[now.pool].isPreemptible).toBe(true);
      }),
    );
  });
});

describe("pausing free work (O3)", () => {
  it("begins when paid work waits beyond its target, and ends well below it", () => {
    const course = [0, 179_999, 180_000, 100_000, 60_000, 59_999, 100_000];
    let isPaused = false;
    const states = course.map((paidWaitMs) => (isPaused = pausesFree({ isPaused, paidWaitMs })));
    expect(states).toEqual([false, false, true, true, true, false, false]);
  });
});
