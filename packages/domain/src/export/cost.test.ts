import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportCredits } from "./cost.ts";
import { outputSize } from "./presets.ts";

const at720 = { width: 1280, height: 720, quality: "standard", format: "mp4-h264" } as const;

describe("exportCredits", () => {
  it("charges output pixels times seconds, rounded up, at least one credit", () => {
    expect(exportCredits({ ...at720, durationMs: 1 })).toBe(1);
    expect(exportCredits({ ...at720, durationMs: 10_000 })).toBe(1);
    expect(exportCredits({ ...at720, durationMs: 108_000 })).toBe(10);
    expect(exportCredits({ ...at720, durationMs: 108_000, quality: "draft" })).toBe(5);
    const hd = { ...at720, width: 1920, height: 1080, durationMs: 180_000 };
    expect(exportCredits({ ...hd, quality: "high" })).toBe(56);
  });

  it("weighs the encoder; sound alone and a still cost one credit", () => {
    const minute = { ...at720, durationMs: 108_000 };
    expect(exportCredits({ ...minute, format: "mp4-hevc" })).toBe(30);
    expect(exportCredits({ ...minute, format: "wav" })).toBe(1);
    expect(exportCredits({ ...minute, format: "png" })).toBe(1);
    expect(exportCredits({ ...minute, format: "gif", quality: "high" })).toBe(20);
  });

  it("never gets cheaper when the export gets longer", () => {
    const ms = fc.integer({ min: 1, max: 86_400_000 });
    fc.assert(
      fc.property(ms, ms, (a, b) => {
        const short = exportCredits({ ...at720, durationMs: Math.min(a, b) });
        expect(exportCredits({ ...at720, durationMs: Math.max(a, b) })).toBeGreaterThanOrEqual(
          short,
        );
      }),
    );
  });
});

describe("outputSize", () => {
  it("keeps the shape, makes the shorter side the resolution and both sides even", () => {
    expect(outputSize(1920, 1080, 720)).toEqual({ width: 1280, height: 720 });
    expect(outputSize(1080, 1920, 720)).toEqual({ width: 720, height: 1280 });
    expect(outputSize(1000, 1000, 360)).toEqual({ width: 360, height: 360 });
  });
});
