import {
  CLIP_RATIOS,
  FRAME_ROLES,
  GENERATION_MODES,
  MAX_SEED,
  MODEL_NAMES,
  PROMPT_MAX,
  clipModels,
} from "@cutroom/domain";
import { z } from "zod";

const lengths = Object.values(clipModels);
const shortest = Math.min(...lengths.map((model) => model.minDurationMs));
const longest = Math.max(...lengths.map((model) => model.maxDurationMs));

/** What a clip is made from. What one model can do of it is checked when it is asked for (G1). */
export const generationSpec = z.object({
  model: z.enum(MODEL_NAMES).default("procedural"),
  prompt: z.string().trim().min(1).max(PROMPT_MAX),
  /** Absent: from words alone. `extend` makes a new version of the file of its first frame (M3). */
  mode: z.enum(GENERATION_MODES).optional(),
  /** Pictures that the clip begins and ends with, each role once. */
  assets: z
    .array(
      z.object({
        asset_id: z.string().min(1).max(64),
        role: z.enum(FRAME_ROLES),
        /** Of a film: the moment whose picture it is; absent: its first. */
        at_ms: z.int().min(0).optional(),
      }),
    )
    .max(FRAME_ROLES.length)
    .optional(),
  negative_prompt: z.string().trim().max(PROMPT_MAX).optional(),
  /** The same again makes the same clip, where a model takes one. */
  seed: z.int().min(0).max(MAX_SEED).default(1),
  ratio: z.enum(CLIP_RATIOS).default("16:9"),
  duration_ms: z.int().min(shortest).max(longest).default(5_000),
  /** Whether the prompt is written into the picture, where a model can. */
  caption: z.boolean().default(true),
  /** The models that may make it, where none was named; `model` is the one that does (G4). */
  auto: z.array(z.enum(MODEL_NAMES)).optional(),
});
export type GenerationSpec = z.infer<typeof generationSpec>;

/** Instead of a name: whichever can do it, is well, has room and costs least (G4). */
export const AUTO_MODEL = "auto";

export const generationRequest = generationSpec.omit({ auto: true }).extend({
  model: z.enum([AUTO_MODEL, ...MODEL_NAMES]).default("procedural"),
  /** What `auto` may cost at most, credits; as much is held until it is known who makes the clip. */
  budget_credits: z.int().min(1).optional(),
});
/** As a client asks: what has a default may be left out. */
export type GenerationRequest = z.input<typeof generationRequest>;
/** The same, read. */
export type GenerationWish = z.infer<typeof generationRequest>;
