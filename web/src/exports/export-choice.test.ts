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

/** A playhead on frame `playhead`, and no marks. */
const at = (playhead: number) => ({ playhead, marks: null });

describe("choosing an export", () => {
  it("every choice is a request that the API takes", () => {
    for (const rate of RATES) {
      expect(exportSpec.safeParse(specOf({ ...defaultChoice, rate }, at(0))).success).toBe(true);
    }
    expect(specOf({ ...defaultChoice, rate: "25/1" }, at(0)).rate).toEqual({ n: 25, d: 1 });
    expect(specOf(defaultChoice, at(0))).not.toHaveProperty("rate");
    expect(specOf({ ...defaultChoice, adaptive: true }, at(0))).toMatchObject({ adaptive: true });
    expect(specOf({ ...defaultChoice, adaptive: true, format: "gif" }, at(0))).not.toHaveProperty(
      "adaptive",
    );
    for (const format of FORMATS) {
      const choice = withFormat({ ...defaultChoice, rate: "25/1", resolution: 2160 }, format);
      expect(exportSpec.safeParse(specOf(choice, at(7))).success).toBe(true);
    }
    for (const format of FORMATS.filter((one) => questionsOf(one).resolutions.length > 0)) {
      const { resolution } = withFormat({ ...defaultChoice, resolution: 2160 }, format);
      expect(questionsOf(format).resolutions).toContain(resolution);
    }
  });

  it("a still is of the playhead's frame and asks for no rate; a sound asks for no size", () => {
    const still = withFormat({ ...defaultChoice, rate: "25/1" }, "png");
    expect(specOf(still, at(7))).toMatchObject({ format: "png", still_frame: 7 });
    expect(specOf(still, at(7))).not.toHaveProperty("rate");
    expect(specOf(defaultChoice, at(7))).not.toHaveProperty("still_frame");
    expect(specOf(still, at(7), true)).toMatchObject({ ai_label: true });
    expect(specOf(withFormat(defaultChoice, "wav"), at(7), true)).not.toHaveProperty("ai_label");
    expect(questionsOf("wav")).toMatchObject({ resolutions: [], rate: false, quality: false });
  });

  it("is of what is marked where anything is, of the whole film when that is wanted, and a still of neither", () => {
    const film = { playhead: 3, marks: { startFrame: 25, endFrame: 325 } };
    expect(specOf(defaultChoice, film).range).toEqual({ start_frame: 25, end_frame: 325 });
    expect(exportSpec.safeParse(specOf(defaultChoice, film)).success).toBe(true);
    expect(specOf({ ...defaultChoice, extent: "whole" }, film)).not.toHaveProperty("range");
    expect(specOf(withFormat(defaultChoice, "png"), film)).not.toHaveProperty("range");
    expect(specOf(withFormat(defaultChoice, "wav"), film)).toHaveProperty("range");
    expect(specOf(defaultChoice, at(0))).not.toHaveProperty("range");
  });

  it("captions are asked of moving pictures, loudness of what sounds, and the mix is left alone by default", () => {
    expect(questionsOf("wav")).toMatchObject({ captions: false, loudness: true });
    expect(questionsOf("gif")).toMatchObject({ captions: true, loudness: false });
    expect(specOf(defaultChoice, at(0))).toMatchObject({ captions: "burn" });
    expect(specOf(defaultChoice, at(0))).not.toHaveProperty("loudness_lufs");
    const web = { ...defaultChoice, loudness: -14, captions: "both" } as const;
    expect(specOf(web, at(0))).toMatchObject({ captions: "both", loudness_lufs: -14 });
    expect(specOf({ ...web, format: "gif" }, at(0))).not.toHaveProperty("loudness_lufs");
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
