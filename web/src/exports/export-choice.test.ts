import { exportSpec } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import {
  FORMATS,
  RATES,
  defaultChoice,
  estimatedBytes,
  isUncertain,
  questionsOf,
  specOf,
  withFormat,
} from "./export-choice.ts";

describe("choosing an export", () => {
  it("every choice is a request that the API takes", () => {
    for (const rate of RATES) {
      expect(exportSpec.safeParse(specOf({ ...defaultChoice, rate }, 0)).success).toBe(true);
    }
    expect(specOf({ ...defaultChoice, rate: "25/1" }, 0).rate).toEqual({ n: 25, d: 1 });
    expect(specOf(defaultChoice, 0)).not.toHaveProperty("rate");
    expect(specOf({ ...defaultChoice, adaptive: true }, 0)).toMatchObject({ adaptive: true });
    expect(specOf({ ...defaultChoice, adaptive: true, format: "gif" }, 0)).not.toHaveProperty(
      "adaptive",
    );
    for (const format of FORMATS) {
      const choice = withFormat({ ...defaultChoice, rate: "25/1", resolution: 2160 }, format);
      expect(exportSpec.safeParse(specOf(choice, 7)).success).toBe(true);
    }
    for (const format of FORMATS.filter((one) => questionsOf(one).resolutions.length > 0)) {
      const { resolution } = withFormat({ ...defaultChoice, resolution: 2160 }, format);
      expect(questionsOf(format).resolutions).toContain(resolution);
    }
  });

  it("a still is of the playhead's frame and asks for no rate; a sound asks for no size", () => {
    const still = withFormat({ ...defaultChoice, rate: "25/1" }, "png");
    expect(specOf(still, 7)).toMatchObject({ format: "png", still_frame: 7 });
    expect(specOf(still, 7)).not.toHaveProperty("rate");
    expect(specOf(defaultChoice, 7)).not.toHaveProperty("still_frame");
    expect(specOf(still, 7, true)).toMatchObject({ ai_label: true });
    expect(specOf(withFormat(defaultChoice, "wav"), 7, true)).not.toHaveProperty("ai_label");
    expect(questionsOf("wav")).toMatchObject({ resolutions: [], rate: false, quality: false });
  });

  it("captions are asked of moving pictures, loudness of what sounds, and the mix is left alone by default", () => {
    expect(questionsOf("wav")).toMatchObject({ captions: false, loudness: true });
    expect(questionsOf("gif")).toMatchObject({ captions: true, loudness: false });
    expect(specOf(defaultChoice, 0)).toMatchObject({ captions: "burn" });
    expect(specOf(defaultChoice, 0)).not.toHaveProperty("loudness_lufs");
    const web = { ...defaultChoice, loudness: -14, captions: "both" } as const;
    expect(specOf(web, 0)).toMatchObject({ captions: "both", loudness_lufs: -14 });
    expect(specOf({ ...web, format: "gif" }, 0)).not.toHaveProperty("loudness_lufs");
  });

  it("the size grows with pixels, frames and quality", () => {
    const minute = { width: 1280, height: 720, frame_count: 1500, duration_ms: 60_000 };
    const base = estimatedBytes(minute, defaultChoice);
    const high = { ...defaultChoice, quality: "high" } as const;
    expect(base).toBeGreaterThan(10_000_000);
    expect(base).toBeLessThan(30_000_000);
    expect(estimatedBytes(minute, high)).toBeGreaterThan(base);
    expect(estimatedBytes({ ...minute, width: 1920, height: 1080 }, defaultChoice)).toBeGreaterThan(
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
