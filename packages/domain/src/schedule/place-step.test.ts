import { describe, expect, it } from "vitest";
import { PLAN_NAMES, planLimits } from "../quota/plans.ts";
import { placeStep } from "./place-step.ts";
import { POOL_NAMES, pools } from "./pools.ts";

describe("where a step waits (C9, T1)", () => {
  it("follows from the scene, and its tier and weight from the plan", () => {
    const placed = PLAN_NAMES.map((name) => {
      const { pool, tier, weight } = placeStep({ scene: "export", plan: planLimits[name] });
      return [pool, tier, weight];
    });
    expect(placed).toEqual([
      ["render", 2, 1],
      ["render", 1, 5],
      ["render", 0, 10],
    ]);
    expect(placeStep({ scene: "ingest", plan: planLimits.paid }).pool).toBe("ingest");
  });

  it("demotes to the last queue without touching weight or caps", () => {
    const plan = planLimits.enterprise;
    const { tier, ...rest } = placeStep({ scene: "export", plan, demoted: true });
    const { tier: before, ...same } = placeStep({ scene: "export", plan });
    expect([before, tier]).toEqual([0, 2]);
    expect(rest).toEqual(same);
  });

  it("charges longer work more, and nothing less than something", () => {
    const plan = planLimits.free;
    const seconds = [0, 1, 40].map(
      (credits) => placeStep({ scene: "export", plan, credits }).estSeconds,
    );
    expect(seconds[0]).toBeGreaterThan(0);
    expect(seconds[2]).toBeGreaterThan(seconds[1] ?? Infinity);
    const small = placeStep({ scene: "ingest", plan, sizeBytes: 1_000 });
    const large = placeStep({ scene: "ingest", plan, sizeBytes: 4_000_000_000 });
    expect(large.estSeconds).toBeGreaterThan(small.estSeconds);
  });

  it("caps renders at the plan's number in flight (T1)", () => {
    const caps = PLAN_NAMES.map(
      (name) => placeStep({ scene: "export", plan: planLimits[name] }).tenantCap,
    );
    expect(caps).toEqual([1, 4, 500]);
  });

  it("lets only p2 into the reclaimable pool and preempts only where work restarts (C9)", () => {
    expect(pools["C-spot"].tiers).toEqual([2]);
    const preemptible = POOL_NAMES.filter((name) => pools[name].isPreemptible);
    expect(preemptible).toEqual(["C", "C-spot", "render"]);
  });

  it("takes the pool and the time that a step names over those of its scene (C9)", () => {
    const plan = planLimits.paid;
    const named = { pool: "render", estSeconds: 20 } as const;
    const placed = placeStep({ scene: "generate", plan, credits: 1, ...named });
    expect(placed).toMatchObject(named);
    expect(placeStep({ scene: "generate", plan, credits: 1 })).toMatchObject({ pool: "C" });
  });
});
