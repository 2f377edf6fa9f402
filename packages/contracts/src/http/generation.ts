import {
  AI_DISCLOSURES,
  CLIP_RATIOS,
  FRAME_ROLES,
  MODEL_NAMES,
  NEVER_REASONS,
  VENDOR_FAILURES,
} from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { generationRequest } from "./generation-spec.ts";
import { task } from "./task.ts";

/** What became of a request for a clip. */
const ATTEMPT_STATES = ["under_way", "made", "failed", "canceled", "refused", "unclear"] as const;

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
  /** The only lengths of a clip that ends with a picture; null: all that it has. */
  last_frame_durations_ms: z.array(z.int()).nullable(),
  /** Whether such a picture may be a moment of a film. */
  frames_of_films: z.boolean(),
  /** Whether a clip that begins with a picture has its shape, whatever ratio is asked for. */
  shaped_by_frame: z.boolean(),
  /** Credits for each period that has begun. */
  price: z.object({ credits: z.int(), every_ms: z.int() }),
  regions: z.array(z.string()),
  /** From then on it takes no new clips; null: no such day is known. */
  retires_at: z.string().nullable(),
  replacement: z.enum(MODEL_NAMES).nullable(),
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
    body: generationRequest.omit({ prompt: true, seed: true, caption: true }),
    status: 200,
    output: z.object({
      /** What is held; with `auto` the dearest of those that may make it. */
      credits: z.int(),
      /** The least that it may cost. */
      credits_least: z.int(),
      /** Those that may make it, cheapest first, and whether they could now. */
      models: z.array(
        z.object({ model: z.enum(MODEL_NAMES), credits: z.int(), available: z.boolean() }),
      ),
      /** Those that may not, and why. */
      left_out: z.array(z.object({ model: z.enum(MODEL_NAMES), reason: z.enum(NEVER_REASONS) })),
      balance: z.int(),
      width: z.int(),
      height: z.int(),
      duration_ms: z.int(),
      ai_disclosure: z.enum(AI_DISCLOSURES),
    }),
    failures: [
      "asset.missing",
      "asset.not-ready",
      "model.cannot",
      "model.none",
      "model.not-allowed",
      "model.retired",
      "model.unavailable",
    ],
  }),
  listGenerationAttempts: endpoint({
    method: "GET",
    path: "/v1/generations/:task_id/attempts",
    summary: "Whom a clip was asked of, oldest first, and what became of each request",
    audience: "user",
    scope: "assets:read",
    params: z.object({ task_id: z.string() }),
    status: 200,
    output: z.object({
      attempts: z.array(
        z.object({
          model: z.enum(MODEL_NAMES),
          at: z.string(),
          /** `refused`: not accepted, and not paid for. `unclear`: nobody knows yet. */
          state: z.enum(ATTEMPT_STATES),
          reason: z.enum(VENDOR_FAILURES).nullable(),
        }),
      ),
    }),
    failures: ["request.not-found"],
  }),
  createGeneration: endpoint({
    method: "POST",
    path: "/v1/generations",
    summary: "Make a clip from words; it appears in the library at once and fills itself",
    audience: "user",
    scope: "assets:write",
    idempotent: "key-required",
    body: generationRequest,
    status: 202,
    output: z.object({ task_id: z.string(), task }),
    failures: [
      "prompt.refused",
      "asset.missing",
      "asset.not-ready",
      "model.cannot",
      "model.none",
      "model.not-allowed",
      "model.retired",
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
