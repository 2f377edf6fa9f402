import { CLIP_RATIOS, MAX_SEED } from "@cutroom/contracts";
import type { ClipRatio, GenerationModel } from "@cutroom/contracts";

/** What a person has chosen in the form. */
export interface GenerateChoice {
  readonly model: GenerationModel["name"];
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

/** The clips that a choice asks for: each has a seed of its own. */
export function bodiesOf(choice: GenerateChoice) {
  const { model, prompt, ratio, seconds, seed, count, caption } = choice;
  const negative = choice.negativePrompt.trim();
  return Array.from({ length: count }, (_, index) => ({
    model,
    prompt: prompt.trim(),
    ...(negative === "" ? {} : { negative_prompt: negative }),
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
