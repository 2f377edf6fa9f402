import { describe, expect, it } from "vitest";
import { FLOOR_DB, fallen, meterShare, toDb } from "./meter-maths.ts";

describe("meters", () => {
  it("show full scale as 0 dB, half as -6, and silence as the floor", () => {
    expect(toDb(1)).toBe(0);
    expect(toDb(0.5)).toBeCloseTo(-6.02, 2);
    expect(toDb(0)).toBe(FLOOR_DB);
    expect(toDb(0.000_01)).toBe(FLOOR_DB);
  });

  it("rise at once and fall slowly, never below the floor", () => {
    expect(fallen(-40, -3, 0.016)).toBe(-3);
    expect(fallen(-3, FLOOR_DB, 0.5)).toBe(-15);
    expect(fallen(-55, FLOOR_DB, 10)).toBe(FLOOR_DB);
  });

  it("fill their length between the floor and full scale, and stop there", () => {
    expect(meterShare(FLOOR_DB)).toBe(0);
    expect(meterShare(-30)).toBe(0.5);
    expect(meterShare(6)).toBe(1);
  });
});
