import { describe, expect, it } from "vitest";
import { planLimits, refuseExport } from "./plans.ts";

const idle = { inFlight: 0, lastMinute: 0, lastDay: 0 };

describe("plans", () => {
  it("hold the contract's numbers (T1, C5)", () => {
    expect(planLimits.free).toMatchObject({ maxInFlight: 1, weight: 1, retentionDays: 7 });
    expect(planLimits.free).toMatchObject({ exportsPerMinute: 5, exportsPerDay: 20 });
    expect(planLimits.free).toMatchObject({ creditsPerMonth: 300, watermark: true });
    expect(planLimits.paid).toMatchObject({ maxInFlight: 4, weight: 5, retentionDays: 30 });
    expect(planLimits.paid).toMatchObject({ maxResolution: 1080, watermark: false });
    expect(planLimits.enterprise).toMatchObject({ weight: 10, retentionDays: 90 });
  });

  it("refuse the export that is one too many and say which limit (C4)", () => {
    expect(refuseExport(planLimits.free, idle)).toBeNull();
    expect(refuseExport(planLimits.free, { ...idle, inFlight: 1 })?.code).toBe("quota.in-flight");
    expect(refuseExport(planLimits.free, { ...idle, lastMinute: 5 })).toMatchObject({
      code: "quota.exceeded",
      windowS: 60,
    });
    expect(refuseExport(planLimits.free, { ...idle, lastDay: 20 })).toMatchObject({
      windowS: 86_400,
    });
  });

  it("read a limit of 0 as unlimited (C5)", () => {
    const busy = { inFlight: 499, lastMinute: 10_000, lastDay: 1_000_000 };
    expect(refuseExport(planLimits.enterprise, busy)).toBeNull();
  });
});
