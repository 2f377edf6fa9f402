import { describe, expect, it } from "vitest";
import { EVIDENCE_BUDGET_PER_MONTH, planRetention } from "./retention.ts";

const SEED = {
  queryableDays: 30,
  archiveDays: 0,
  inferencesPerDay: 8_640_000,
  queriesPerDay: 50_000,
};

describe("a change of retention (G7)", () => {
  it("is computed by the planner: 30 days cost 2,153.9 a month, and an archive what it holds", () => {
    expect(planRetention(SEED, 0).perMonth).toBeCloseTo(2_153.9, 1);
    // 527.3 GiB x 180 d x 0.2 = 18.54 TiB at 30: 556.2
    expect(planRetention({ ...SEED, archiveDays: 180 }, 0).perMonth).toBeCloseTo(2_710.1, 1);
  });

  it("is not affordable above the budget, by days, by queries, or by what is really inferred", () => {
    expect(planRetention(SEED, 0).isAffordable).toBe(true);
    expect(planRetention({ ...SEED, queryableDays: 80 }, 0).isAffordable).toBe(false);
    expect(planRetention({ ...SEED, queriesPerDay: 600_000 }, 0).isAffordable).toBe(false);
    const busy = planRetention({ ...SEED, inferencesPerDay: 1 }, 8_640_000 * 3);
    expect(busy.perMonth).toBeGreaterThan(EVIDENCE_BUDGET_PER_MONTH);
    expect(busy.isAffordable).toBe(false);
  });
});
