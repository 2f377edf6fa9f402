import { describe, expect, it } from "vitest";
import { clipModels, generationCredits } from "./models.ts";

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
});
