import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FAST_BURN, burnRate, objectives, stateOfObjective } from "./objectives.ts";

const judged = (tasks: number, bad: number) => ({ tasks, bad });

describe("objectives", () => {
  it("are the promises of the product: queueing by plan, playable, preview, export (O1, E5)", () => {
    const limits = Object.entries(objectives).map(([name, objective]) => [
      name,
      "atMostS" in objective ? objective.atMostS : null,
      objective.share,
    ]);
    expect(limits).toEqual([
      ["queue-enterprise", 15, 0.95],
      ["queue-paid", 60, 0.95],
      ["queue-free", 300, 0.95],
      ["playable", 90, 0.95],
      ["first-preview", 600, 0.95],
      ["export", 600, 0.95],
      ["delivered", null, 0.99],
    ]);
  });

  it("burn at 1 when exactly what may go wrong goes wrong (O1)", () => {
    expect(burnRate(judged(1_000, 10), 0.99)).toBeCloseTo(1);
    expect(burnRate(judged(1_000, 0), 0.99)).toBe(0);
    expect(burnRate(judged(0, 0), 0.99)).toBeNull();
  });

  const cases = [
    ["nothing was judged", judged(0, 0), judged(0, 0), "idle"],
    ["all is well", judged(50, 0), judged(900, 0), "kept"],
    ["as much is bad as may be", judged(50, 0), judged(1_000, 10), "kept"],
    ["more is bad than may be", judged(50, 0), judged(1_000, 11), "missed"],
    ["the last hour burns fast", judged(50, 8), judged(10_000, 8), "burning"],
    ["one of a few in the last hour is bad", judged(9, 9), judged(10_000, 9), "kept"],
  ] as const;
  it.each(cases)("say when %s (O1)", (_, hour, window, state) => {
    expect(stateOfObjective(0.99, { hour, window })).toBe(state);
  });

  it("never get better because more went wrong (O1)", () => {
    const rank = { idle: 0, kept: 0, missed: 1, burning: 2 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), (tasks, some) => {
        const bad = Math.min(some, tasks - 1);
        const [less, more] = [bad, bad + 1].map((n) => {
          const seen = judged(tasks, n);
          return rank[stateOfObjective(0.99, { hour: seen, window: seen })];
        });
        expect(more).toBeGreaterThanOrEqual(less ?? 0);
        expect(burnRate(judged(tasks, tasks), 0.99)).toBeGreaterThan(FAST_BURN);
      }),
    );
  });
});
