import type { GenerationModel } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import {
  anyOf,
  fitChoice,
  lengthsOf,
  modelsWithFrames,
  priceWithin,
  ratiosOf,
} from "./generate-models.ts";

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
  frames: ["first_frame", "last_frame"],
  last_frame_durations_ms: [8_000],
  frames_of_films: false,
  shaped_by_frame: false,
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

const KLING: GenerationModel = {
  ...MODEL,
  name: "kling-3",
  ratios: ["16:9", "1:1"],
  min_duration_ms: 5_000,
  max_duration_ms: 10_000,
  durations_ms: [5_000, 10_000],
  negative_prompt: true,
  regions: ["us", "eu"],
};
const PAINTER: GenerationModel = { ...MODEL, name: "procedural", ai_disclosure: "procedural" };

describe("models for pictures", () => {
  const first = { assetId: "a", atMs: null };
  const namesFor = (last: typeof first | null) =>
    modelsWithFrames([MODEL, { ...MODEL, name: "wan-2.2", frames: ["first_frame"] }], {
      mode: "image",
      first,
      last,
    }).map((model) => [model.name, lengthsOf(model)]);

  it("are those that take them all, with the lengths that an end picture leaves (G9)", () => {
    expect(namesFor(null)).toEqual([
      ["veo-3.1-fast", [4, 6, 8]],
      ["wan-2.2", [4, 6, 8]],
    ]);
    expect(namesFor(first)).toEqual([["veo-3.1-fast", [8]]]);
  });

  it("leave no length that would be refused to whoever adds an end picture afterwards (C4)", () => {
    const chosen = fitChoice({ ...CHOICE, seconds: 4 }, MODEL);
    expect(chosen.seconds).toBe(4);
    const frames = { mode: "image" as const, first, last: first };
    const [ended = MODEL] = modelsWithFrames([MODEL], frames);
    expect(fitChoice(chosen, ended).seconds).toBe(8);
  });

  it("are none where one is a moment of a film and they take pictures alone", () => {
    const film = { mode: "image" as const, first: { assetId: "a", atMs: 500 }, last: null };
    expect(modelsWithFrames([MODEL], film)).toEqual([]);
  });
});

describe("the best available model", () => {
  it("offers what at least one AI model has, and is there only where there is a choice (G4)", () => {
    const best = anyOf([PAINTER, MODEL, KLING]);
    expect(best).toMatchObject({ name: "auto", ai_disclosure: "ai", negative_prompt: true });
    expect(lengthsOf(best)).toEqual([4, 5, 6, 8, 10]);
    expect(ratiosOf(best)).toEqual(["16:9", "9:16", "1:1"]);
    expect(best?.regions).toEqual(["us", "eu"]);
    expect(anyOf([PAINTER, MODEL])).toBeNull();
  });

  it("costs between the cheapest and the dearest that the budget lets in", () => {
    const models = [
      { model: "wan-2.2", credits: 10 },
      { model: "kling-3", credits: 55 },
      { model: "luma-ray-3.2", credits: 135 },
    ] as const;
    expect(priceWithin(models, null)).toMatchObject({ least: 10, most: 135 });
    expect(priceWithin(models, 60)).toMatchObject({ least: 10, most: 55 });
    expect(priceWithin(models, 60).within.map((one) => one.model)).toEqual(["wan-2.2", "kling-3"]);
    // A longer clip costs more than what was allowed for a short one.
    expect(priceWithin(models, 5)).toMatchObject({ least: 10, most: 10 });
  });
});
