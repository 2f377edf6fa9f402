import { describe, expect, it } from "vitest";
import { limitsOf, planLimits } from "./plans.ts";

describe("plans", () => {
  it("hold the contract's numbers (T1, C5)", () => {
    expect(planLimits.free).toMatchObject({ maxInFlight: 1, weight: 1, retentionDays: 7 });
    expect(planLimits.free).toMatchObject({ exportsPerMinute: 5, exportsPerDay: 20 });
    expect(planLimits.free).toMatchObject({ userCreditsPerMonth: 300, watermark: true });
    expect(planLimits.paid).toMatchObject({ maxInFlight: 4, weight: 5, retentionDays: 30 });
    expect(planLimits.paid).toMatchObject({ maxResolution: 1080, watermark: false });
    expect(planLimits.enterprise).toMatchObject({ weight: 10, retentionDays: 90 });
  });

  it("give way to a contract where it says something, also to its 0 (T1, C5)", () => {
    const contract = {
      maxInFlight: 50,
      userInFlight: null,
      exportsPerMinute: 0,
      exportsPerDay: null,
      userCreditsPerMonth: null,
      tenantCreditsPerMinute: null,
      tenantCreditsPerDay: 1_000,
      tenantCreditsPerMonth: null,
    };
    const limits = limitsOf("paid", contract);
    expect(limits).toMatchObject({
      maxInFlight: 50,
      exportsPerMinute: 0,
      tenantCreditsPerDay: 1_000,
    });
    expect(limits).toMatchObject({ name: "paid", userInFlight: 4, exportsPerDay: 500 });
    expect(limitsOf("paid", null)).toEqual(planLimits.paid);
  });
});
