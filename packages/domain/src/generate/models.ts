/**
 * The models that make clips, as data (G1): what each can do, what it costs and what must be
 * said of its work.
 */
export const CLIP_RATIOS = ["16:9", "9:16", "1:1", "4:5"] as const;
export type ClipRatio = (typeof CLIP_RATIOS)[number];

/** Who made a picture (G8): unknown to us, rules and chance, or a trained model. */
export const AI_DISCLOSURES = ["undeclared", "procedural", "ai"] as const;
export type AiDisclosure = (typeof AI_DISCLOSURES)[number];

export const MODEL_NAMES = ["procedural"] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

export interface ClipSize {
  readonly width: number;
  readonly height: number;
}

export interface ClipModel {
  /** With the name it tells two looks of the same words apart. */
  readonly version: string;
  readonly disclosure: AiDisclosure;
  readonly minDurationMs: number;
  readonly maxDurationMs: number;
  readonly sizes: Readonly<Record<ClipRatio, ClipSize>>;
  readonly fps: number;
  /** Whole credits for every period of this length that has begun. */
  readonly price: { readonly credits: number; readonly everyMs: number };
  /** How long one core works on a second of it, about. */
  readonly secondsPerSecond: number;
}

export const PROMPT_MAX = 500;
export const MAX_SEED = 4_294_967_295;

export const clipModels: Readonly<Record<ModelName, ClipModel>> = {
  /** Paints on our own machines by rules and chance: no account, no network, not AI. */
  procedural: {
    version: "1",
    disclosure: "procedural",
    minDurationMs: 2_000,
    maxDurationMs: 10_000,
    sizes: {
      "16:9": { width: 1280, height: 720 },
      "9:16": { width: 720, height: 1280 },
      "1:1": { width: 960, height: 960 },
      "4:5": { width: 864, height: 1080 },
    },
    fps: 30,
    price: { credits: 1, everyMs: 5_000 },
    secondsPerSecond: 4,
  },
};

/** The price of one clip; the estimate that is shown is the amount that is reserved. */
export function generationCredits(model: ModelName, durationMs: number): number {
  const { credits, everyMs } = clipModels[model].price;
  return credits * Math.max(1, Math.ceil(durationMs / everyMs));
}
