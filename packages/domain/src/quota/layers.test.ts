import { describe, expect, it } from "vitest";
import { isOver, quotaLayers, refuseFull } from "./layers.ts";
import { limitsOf, planLimits } from "./plans.ts";

const platform = {
  maxInFlight: 6_000,
  creditsPerMinute: 100_000,
  poolInFlight: 540,
  modelInFlight: 60,
};
const hold = {
  tenantId: "t1",
  userId: "u1",
  pool: "render",
  model: "",
  credits: 7,
  atMs: Date.UTC(2026, 1, 28, 23, 59, 59),
};
const layer = (name: string, plan = planLimits.free) => {
  const found = quotaLayers(hold, plan, platform).find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no layer ${name}`);
  return found;
};

describe("quota layers", () => {
  it("hold the user's defaults: 5 a minute, 20 a day, 300 credits a month (C5)", () => {
    expect(layer("user.minute")).toMatchObject({ limit: 5, amount: 1 });
    expect(layer("user.day")).toMatchObject({ limit: 20, amount: 1 });
    expect(layer("user.month")).toMatchObject({ limit: 300, amount: 7 });
    expect(layer("tenant.in-flight")).toMatchObject({ limit: 1, amount: 1, resetsAtMs: null });
  });

  it("leave unlimited layers out: 0 is unlimited (C5)", () => {
    const none = { maxInFlight: 0, creditsPerMinute: 0, poolInFlight: 0, modelInFlight: 0 };
    const names = quotaLayers(hold, planLimits.enterprise, none).map((entry) => entry.name);
    expect(names).toEqual(["tenant.in-flight"]);
    expect(isOver({ limit: 0, amount: 1 }, 1_000_000)).toBe(false);
  });

  it("reset at the end of the calendar window in UTC, over the ends of months (C4)", () => {
    expect(layer("user.minute").resetsAtMs).toBe(Date.UTC(2026, 2, 1));
    expect(layer("user.day").resetsAtMs).toBe(Date.UTC(2026, 2, 1));
    expect(layer("user.month").resetsAtMs).toBe(Date.UTC(2026, 2, 1));
    expect(layer("user.month").key).toBe(`quota:user.month:t1/u1:${Date.UTC(2026, 1, 1)}`);
  });

  it("are over when the hold does not fit, not only when nothing is left (C5)", () => {
    expect(isOver({ limit: 300, amount: 7 }, 293)).toBe(false);
    expect(isOver({ limit: 300, amount: 7 }, 294)).toBe(true);
  });

  it("refuse users and tenants with what is left and when it resets (C4)", () => {
    expect(refuseFull(layer("user.month"), 295, hold.atMs)).toEqual({
      code: "quota.exceeded",
      layer: "user.month",
      limit: 300,
      used: 295,
      remaining: 5,
      resetsAtMs: Date.UTC(2026, 2, 1),
    });
    expect(refuseFull(layer("tenant.in-flight"), 1, 0)).toMatchObject({
      code: "quota.in-flight",
      remaining: 0,
      resetsAtMs: 10_000,
    });
    expect(refuseFull(layer("platform.minute"), 100_000, 0).code).toBe("platform.busy");
  });

  it("demote where a pool or a model is full, and only there (C4)", () => {
    const limits = limitsOf("free", null);
    const generation = { ...hold, model: "veo-3" };
    const demoting = quotaLayers(generation, limits, platform).filter((entry) => entry.demotes);
    expect(demoting.map(({ name, key, limit }) => [name, key, limit])).toEqual([
      ["pool.in-flight", "quota:pool.in-flight:render", 540],
      ["model.in-flight", "quota:model.in-flight:veo-3", 60],
    ]);
  });

  it("of a model hold only work of a model (C5)", () => {
    const names = quotaLayers(hold, limitsOf("free", null), platform).map(({ name }) => name);
    expect(names).not.toContain("model.in-flight");
  });
});
