import { estimateGeneration } from "../usecases/generation/estimate-generation.ts";
import { listModels } from "../usecases/generation/list-models.ts";
import { listQueue } from "../usecases/generation/list-queue.ts";
import { submitGeneration } from "../usecases/generation/submit-generation.ts";
import type { Routes } from "./mount.ts";

export const generationRoutes = {
  listGenerationModels: ({ deps }) => listModels(deps),
  listGenerationQueue: ({ deps, caller }) => listQueue(deps, caller),
  estimateGeneration: ({ deps, caller, body }) => estimateGeneration(deps, caller, body),
  createGeneration: ({ deps, caller, body, idempotencyKey }) =>
    submitGeneration(deps, caller, { spec: body, idempotencyKey }),
} satisfies Partial<Routes>;
