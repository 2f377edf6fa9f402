import { estimateGeneration } from "../usecases/generation/estimate-generation.ts";
import { listAttempts } from "../usecases/generation/list-attempts.ts";
import { listModels } from "../usecases/generation/list-models.ts";
import { listQueue } from "../usecases/generation/list-queue.ts";
import { submitGeneration } from "../usecases/generation/submit-generation.ts";
import type { Routes } from "./mount.ts";

export const generationRoutes = {
  listGenerationModels: ({ deps, caller }) => listModels(deps, caller),
  listGenerationQueue: ({ deps, caller }) => listQueue(deps, caller),
  estimateGeneration: ({ deps, caller, body }) => estimateGeneration(deps, caller, body),
  createGeneration: ({ deps, caller, body, idempotencyKey }) =>
    submitGeneration(deps, caller, { wish: body, idempotencyKey }),
  listGenerationAttempts: ({ deps, caller, params }) => listAttempts(deps, caller, params.task_id),
} satisfies Partial<Routes>;
