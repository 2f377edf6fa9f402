import type { GenerationModel } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { fitChoice, lengthsOf, ratiosOf } from "./generate-models.ts";

const MODEL: GenerationModel = {
  name: "veo-3.1-fast",
  vendor: "veo",
  ai_disclosure: "ai",
  ratios: ["16:9", "9:16"],
  min_duration_ms: 4_000,
  max_duration_ms: 8_000,
  durations_ms: [4_000, 6_000, 8_000],
  seed: false,
  caption: false,
  negative_prompt: false,
  frames: [],
  frames_of_films: false,
  price: { credits: 19, every_ms: 1_000 },
  regions: ["us"],
  retires_at: null,
  replacement: null,
};
const CHOICE = {
  model: "procedural",
  budget: null,
  prompt: "sea",
  negativePrompt: "rain",
  ratio: "1:1",
  seconds: 5,
  seed: 1,
  count: 1,
  caption: true,
} as const;

describe("a choice of another model", () => {
  it("offers only the lengths and shapes that the model has (G1)", () => {
    expect(lengthsOf(MODEL)).toEqual([4, 6, 8]);
    expect(lengthsOf({ ...MODEL, durations_ms: null })).toEqual([5, 8]);
    expect(ratiosOf(MODEL)).toEqual(["16:9", "9:16"]);
  });

  it("becomes the nearest that the model can do", () => {
    expect(fitChoice(CHOICE, MODEL)).toMatchObject({
      model: "veo-3.1-fast",
      ratio: "16:9",
      seconds: 4,
      negativePrompt: "",
    });
    const able = { ...MODEL, negative_prompt: true };
    const tall = fitChoice({ ...CHOICE, ratio: "9:16", seconds: 10 }, able);
    expect(tall).toMatchObject({ ratio: "9:16", seconds: 8, negativePrompt: "rain" });
  });
});
