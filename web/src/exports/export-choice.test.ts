import { exportSpec } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { RATES, defaultChoice, estimatedBytes, isUncertain, specOf } from "./export-choice.ts";

describe("choosing an export", () => {
  it("every choice is a request that the API takes", () => {
    for (const rate of RATES) {
      expect(exportSpec.safeParse(specOf({ ...defaultChoice, rate })).success).toBe(true);
    }
    expect(specOf({ ...defaultChoice, rate: "25/1" }).rate).toEqual({ n: 25, d: 1 });
    expect(specOf(defaultChoice)).not.toHaveProperty("rate");
  });

  it("the size grows with pixels, frames and quality", () => {
    const minute = { width: 1280, height: 720, frame_count: 1500, duration_ms: 60_000 };
    const base = estimatedBytes(minute, "standard");
    expect(base).toBeGreaterThan(10_000_000);
    expect(base).toBeLessThan(30_000_000);
    expect(estimatedBytes(minute, "high")).toBeGreaterThan(base);
    expect(estimatedBytes({ ...minute, width: 1920, height: 1080 }, "standard")).toBeGreaterThan(
      base,
    );
  });

  it("an attempt is repeated under its key only when its fate is not known (I4)", () => {
    expect(isUncertain("service.unavailable")).toBe(true);
    expect(isUncertain("idempotency.in-flight")).toBe(true);
    expect(isUncertain("credits.insufficient")).toBe(false);
    expect(isUncertain("idempotency.mismatch")).toBe(false);
  });
});
