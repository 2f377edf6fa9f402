import { AUTO_MODEL, CLIP_RATIOS } from "@cutroom/contracts";
import type { ClipRatio, GenerationModel } from "@cutroom/contracts";
import { type FrameWish, type GenerateChoice, LENGTHS } from "./generate-choice.ts";

/** A model as the form knows it: one by name, or whichever of several is best. */
export type FormModel = Omit<GenerationModel, "name"> & {
  readonly name: GenerateChoice["model"];
  /** Those that may make the clip where none is named. */
  readonly among?: readonly GenerationModel[];
};

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

/** Whichever can: it offers what at least one of them has. Null: there is nothing to choose from. */
export function anyOf(models: readonly GenerationModel[]): FormModel | null {
  const among = models.filter((one) => one.ai_disclosure === "ai");
  const [first] = among;
  if (first === undefined || among.length < 2) return null;
  const lengths = unique(among.flatMap(lengthsOf)).toSorted((a, b) => a - b);
  return {
    ...first,
    name: AUTO_MODEL,
    vendor: null,
    among,
    ratios: CLIP_RATIOS.filter((ratio) => among.some((one) => one.ratios.includes(ratio))),
    durations_ms: lengths.map((seconds) => seconds * 1_000),
    seed: true,
    caption: false,
    negative_prompt: among.some((one) => one.negative_prompt),
    shaped_by_frame: among.some((one) => one.shaped_by_frame),
    regions: [...unique(among.flatMap((one) => one.regions))],
    retires_at: null,
    replacement: null,
  };
}

interface PricedModel {
  readonly model: GenerationModel["name"];
  readonly credits: number;
}

/** The least and the most that a clip may cost, and those that may make it for that. */
export function priceWithin(models: readonly PricedModel[], budget: number | null) {
  const prices = unique(models.map((one) => one.credits)).toSorted((a, b) => a - b);
  const [least = 0] = prices;
  const most = prices.findLast((credits) => budget === null || credits <= budget) ?? least;
  return { prices, least, most, within: models.filter((one) => one.credits <= most) };
}

/** Lengths to choose from, seconds: those that a model has, or the usual ones that it can do. */
export function lengthsOf(model: FormModel | null): readonly number[] {
  if (model === null) return LENGTHS;
  const { durations_ms: only, min_duration_ms: least, max_duration_ms: most } = model;
  if (only !== null) return only.map((ms) => ms / 1_000);
  return LENGTHS.filter((seconds) => seconds * 1_000 >= least && seconds * 1_000 <= most);
}

export function ratiosOf(model: FormModel | null): readonly ClipRatio[] {
  return model?.ratios ?? CLIP_RATIOS;
}

function nearest(lengths: readonly number[], wanted: number): number {
  return lengths.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
}

/** The choice as a model can do it, with what it begins and ends with: it would refuse none of it. */
export function fitChoice(choice: GenerateChoice, model: FormModel): GenerateChoice {
  const ratios = ratiosOf(model);
  return {
    ...choice,
    model: model.name,
    ratio: ratios.includes(choice.ratio) ? choice.ratio : (ratios[0] ?? choice.ratio),
    seconds: nearest(lengthsOf(model), choice.seconds),
    negativePrompt: model.negative_prompt ? choice.negativePrompt : "",
  };
}

function takesFrames(model: GenerationModel, { first, last }: FrameWish): boolean {
  const ofFilms = first.atMs !== null || (last !== null && last.atMs !== null);
  return (
    model.frames.includes("first_frame") &&
    (last === null || model.frames.includes("last_frame")) &&
    (!ofFilms || model.frames_of_films)
  );
}

const endedByPicture = (model: GenerationModel): GenerationModel => ({
  ...model,
  durations_ms: model.last_frame_durations_ms ?? model.durations_ms,
});

/** Models that can begin, and end, with such pictures, with the lengths that are left to them. */
export function modelsWithFrames(
  models: readonly GenerationModel[],
  frames: FrameWish | null,
): readonly GenerationModel[] {
  if (frames === null) return models;
  const able = models.filter((model) => takesFrames(model, frames));
  return frames.last === null ? able : able.map(endedByPicture);
}
