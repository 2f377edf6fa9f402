import { CLIP_RATIOS } from "@cutroom/contracts";
import type { ClipRatio, GenerationModel } from "@cutroom/contracts";
import { type FrameWish, type GenerateChoice, LENGTHS } from "./generate-choice.ts";

/** Lengths to choose from, seconds: those that a model has, or the usual ones that it can do. */
export function lengthsOf(model: GenerationModel | null): readonly number[] {
  if (model === null) return LENGTHS;
  const { durations_ms: only, min_duration_ms: least, max_duration_ms: most } = model;
  if (only !== null) return only.map((ms) => ms / 1_000);
  return LENGTHS.filter((seconds) => seconds * 1_000 >= least && seconds * 1_000 <= most);
}

export function ratiosOf(model: GenerationModel | null): readonly ClipRatio[] {
  return model?.ratios ?? CLIP_RATIOS;
}

function nearest(lengths: readonly number[], wanted: number): number {
  return lengths.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0] ?? wanted;
}

/** The same choice as another model can do it: nothing is asked for that it would refuse. */
export function fitChoice(choice: GenerateChoice, model: GenerationModel): GenerateChoice {
  const ratios = ratiosOf(model);
  return {
    ...choice,
    model: model.name,
    ratio: ratios.includes(choice.ratio) ? choice.ratio : (ratios[0] ?? choice.ratio),
    seconds: nearest(lengthsOf(model), choice.seconds),
    negativePrompt: model.negative_prompt ? choice.negativePrompt : "",
  };
}

/** Whether a model can begin, and end, with such pictures. */
export function takesFrames(model: GenerationModel, { first, last }: FrameWish): boolean {
  const ofFilms = first.atMs !== null || (last !== null && last.atMs !== null);
  return (
    model.frames.includes("first_frame") &&
    (last === null || model.frames.includes("last_frame")) &&
    (!ofFilms || model.frames_of_films)
  );
}
