import { AUTO_MODEL, CLIP_RATIOS, MAX_SEED } from "@cutroom/contracts";
import type { ClipRatio, GenerationRequest } from "@cutroom/contracts";

/** A picture, or a moment of a film, that a clip begins or ends with. */
export interface ChosenFrame {
  readonly assetId: string;
  /** Null: a picture has no moments. */
  readonly atMs: number | null;
}

/** What a clip is made from beside its words. */
export interface FrameWish {
  readonly mode: "image" | "extend";
  readonly first: ChosenFrame;
  readonly last: ChosenFrame | null;
}

/** What a person has chosen in the form. */
export interface GenerateChoice {
  readonly model: NonNullable<GenerationRequest["model"]>;
  /** What a clip may cost at most where the model is not named, credits; null: anything. */
  readonly budget: number | null;
  readonly prompt: string;
  /** Empty where there is none. */
  readonly negativePrompt: string;
  readonly ratio: ClipRatio;
  readonly seconds: number;
  readonly seed: number;
  readonly count: number;
  readonly caption: boolean;
}

export const LENGTHS = [2, 3, 5, 8, 10] as const;
export const COUNTS = [1, 2, 3, 4] as const;

export function rollSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

function assetsOf({ first, last }: FrameWish) {
  const one = ({ assetId, atMs }: ChosenFrame, role: "first_frame" | "last_frame") => ({
    asset_id: assetId,
    role,
    ...(atMs === null ? {} : { at_ms: atMs }),
  });
  return [one(first, "first_frame"), ...(last === null ? [] : [one(last, "last_frame")])];
}

/** What a clip is made from beside its words, as the API takes it. */
export function framesBody(frames: FrameWish | null) {
  return frames === null ? {} : { mode: frames.mode, assets: assetsOf(frames) };
}

/** The clips that a choice asks for: each has a seed of its own. */
export function bodiesOf(choice: GenerateChoice, frames: FrameWish | null = null) {
  const { model, prompt, ratio, seconds, seed, count, caption, budget } = choice;
  const isCapped = model === AUTO_MODEL && budget !== null;
  const negative = choice.negativePrompt.trim();
  return Array.from({ length: count }, (_, index) => ({
    model,
    prompt: prompt.trim(),
    ...(negative === "" ? {} : { negative_prompt: negative }),
    ...framesBody(frames),
    ...(isCapped ? { budget_credits: budget } : {}),
    ratio,
    seed: (seed + index) % (MAX_SEED + 1),
    duration_ms: seconds * 1000,
    caption,
  }));
}

/** The shape that is nearest to a project's. */
export function nearestRatio(frame: {
  readonly width: number;
  readonly height: number;
}): ClipRatio {
  const wanted = Math.log(frame.width / frame.height);
  const away = (ratio: ClipRatio) => {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log(across / down) - wanted);
  };
  return CLIP_RATIOS.toSorted((a, b) => away(a) - away(b))[0] ?? "16:9";
}
