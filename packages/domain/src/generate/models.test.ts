import { describe, expect, it } from "vitest";
import {
  MODEL_NAMES,
  clipModel,
  clipModels,
  generationCredits,
  modelOf,
  vendorEstimateMicros,
} from "./models.ts";
import { refuseClip } from "./refuse-clip.ts";

describe("models that make clips", () => {
  it("asks one credit for every five seconds that have begun (C6)", () => {
    const prices = [2_000, 5_000, 5_001, 10_000].map((ms) => generationCredits("procedural", ms));
    expect(prices).toEqual([1, 1, 2, 2]);
  });

  it("paints only even sizes of the ratio's own shape, also at three quarters", () => {
    for (const [ratio, { width, height }] of Object.entries(clipModels.procedural.sizes)) {
      const [across = 1, down = 1] = ratio.split(":").map(Number);
      expect(width * down).toBe(height * across);
      expect([(width * 3) % 8, (height * 3) % 8]).toEqual([0, 0]);
    }
  });

  it("asks for more than the vendor does, whatever the length (C6)", () => {
    for (const name of MODEL_NAMES) {
      const { vendor, minDurationMs, maxDurationMs } = clipModel(name);
      for (const ms of [minDurationMs, maxDurationMs]) {
        // A credit is worth a US cent at least.
        const credits = generationCredits(name, ms);
        expect(credits * 10_000).toBeGreaterThanOrEqual(vendorEstimateMicros(name, ms));
      }
      expect(modelOf(vendor ?? "runway", clipModel(name).version)).toBe(
        vendor === null ? null : name,
      );
    }
    expect(vendorEstimateMicros("runway-gen4.5", 5_000)).toBe(600_000);
  });

  it("says which part of a request a model cannot do (G1)", () => {
    const wanted = { ratio: "16:9", durationMs: 5_000 } as const;
    expect(refuseClip("runway-gen4.5", wanted)).toBeNull();
    expect(refuseClip("runway-gen4.5", { ...wanted, ratio: "4:5" })).toBe("ratio");
    expect(refuseClip("runway-gen4.5", { ...wanted, durationMs: 5_500 })).toBe("duration_ms");
    expect(refuseClip("veo-3.1-fast", wanted)).toBe("duration_ms");
    expect(refuseClip("procedural", { ...wanted, durationMs: 12_000 })).toBe("duration_ms");
    const short = { ...wanted, durationMs: 6_000, frames: [{ role: "first_frame" as const }] };
    expect(refuseClip("veo-3.1-fast", short)).toBeNull();
    const bridge = { ...short, frames: [...short.frames, { role: "last_frame" as const }] };
    expect(refuseClip("veo-3.1-fast", bridge)).toBe("duration_ms");
    expect(refuseClip("veo-3.1-fast", { ...bridge, durationMs: 8_000 })).toBeNull();
    expect(refuseClip("runway-gen4.5", { ...wanted, negativePrompt: "rain" })).toBe(
      "negative_prompt",
    );
  });
});
