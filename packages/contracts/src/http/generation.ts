import { AI_DISCLOSURES, CLIP_RATIOS, FRAME_ROLES, MODEL_NAMES } from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { generationSpec } from "./generation-spec.ts";
import { task } from "./task.ts";

export const generationModel = z.object({
  name: z.enum(MODEL_NAMES),
  /** Who runs it; null: our own machines. */
  vendor: z.string().nullable(),
  ai_disclosure: z.enum(AI_DISCLOSURES),
  ratios: z.array(z.enum(CLIP_RATIOS)),
  min_duration_ms: z.int(),
  max_duration_ms: z.int(),
  /** The only lengths there are; null: any between. */
  durations_ms: z.array(z.int()).nullable(),
  seed: z.boolean(),
  caption: z.boolean(),
  negative_prompt: z.boolean(),
  /** Pictures that it can begin or end with. */
  frames: z.array(z.enum(FRAME_ROLES)),
  /** Whether such a picture may be a moment of a film. */
  frames_of_films: z.boolean(),
  /** Credits for each period that has begun. */
  price: z.object({ credits: z.int(), every_ms: z.int() }),
  regions: z.array(z.string()),
});
export type GenerationModel = z.infer<typeof generationModel>;

export const generationEndpoints = {
  listGenerationModels: endpoint({
    method: "GET",
    path: "/v1/generations/models",
    summary: "The models that make clips here, and what each can do",
    audience: "user",
    scope: "assets:read",
    status: 200,
    output: z.object({ models: z.array(generationModel) }),
    failures: [],
  }),
  listGenerationQueue: endpoint({
    method: "GET",
    path: "/v1/generations/queue",
    summary: "Your generations that wait for a free machine, and about how many are before each",
    audience: "user",
    scope: "assets:read",
    status: 200,
    output: z.object({ waiting: z.array(z.object({ task_id: z.string(), ahead: z.int() })) }),
    failures: [],
  }),
  estimateGeneration: endpoint({
    method: "POST",
    path: "/v1/generations/estimate",
    summary: "What a clip would cost and be, without making it",
    audience: "user",
    scope: "assets:read",
    body: generationSpec.omit({ prompt: true, seed: true, caption: true }),
    status: 200,
    output: z.object({
      credits: z.int(),
      balance: z.int(),
      width: z.int(),
      height: z.int(),
      duration_ms: z.int(),
      ai_disclosure: z.enum(AI_DISCLOSURES),
    }),
    failures: ["model.cannot", "model.unavailable"],
  }),
  createGeneration: endpoint({
    method: "POST",
    path: "/v1/generations",
    summary: "Make a clip from words; it appears in the library at once and fills itself",
    audience: "user",
    scope: "assets:write",
    idempotent: "key-required",
    body: generationSpec,
    status: 202,
    output: z.object({ task_id: z.string(), task }),
    failures: [
      "prompt.refused",
      "asset.missing",
      "asset.not-ready",
      "model.cannot",
      "model.unavailable",
      "credits.insufficient",
      "quota.exceeded",
      "quota.in-flight",
      "platform.busy",
      "risk.review",
      "risk.frozen",
      "idempotency.missing",
      "idempotency.mismatch",
      "idempotency.in-flight",
      "service.unavailable",
    ],
  }),
};
