import { CLIP_RATIOS, MAX_SEED, MODEL_NAMES, PROMPT_MAX, clipModels } from "@cutroom/domain";
import { z } from "zod";

const { minDurationMs, maxDurationMs } = clipModels.procedural;

/** What a clip is made from; the same again makes the same clip. */
export const generationSpec = z.object({
  model: z.enum(MODEL_NAMES).default("procedural"),
  prompt: z.string().trim().min(1).max(PROMPT_MAX),
  seed: z.int().min(0).max(MAX_SEED).default(1),
  ratio: z.enum(CLIP_RATIOS).default("16:9"),
  duration_ms: z.int().min(minDurationMs).max(maxDurationMs).default(5_000),
  /** Whether the prompt is written into the picture. */
  caption: z.boolean().default(true),
});
export type GenerationSpec = z.infer<typeof generationSpec>;
