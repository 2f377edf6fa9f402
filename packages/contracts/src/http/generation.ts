import { AI_DISCLOSURES } from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { generationSpec } from "./generation-spec.ts";
import { task } from "./task.ts";

export const generationEndpoints = {
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
    failures: [],
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
      "credits.insufficient",
      "quota.exceeded",
      "quota.in-flight",
      "platform.busy",
      "risk.review",
      "idempotency.missing",
      "idempotency.mismatch",
      "idempotency.in-flight",
      "service.unavailable",
    ],
  }),
};
