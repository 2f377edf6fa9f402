import { estimateGeneration } from "../usecases/generation/estimate-generation.ts";
import { submitGeneration } from "../usecases/generation/submit-generation.ts";
import type { Routes } from "./mount.ts";

export const generationRoutes = {
  estimateGeneration: ({ deps, caller, body }) => estimateGeneration(deps, caller, body),
  createGeneration: ({ deps, caller, body, idempotencyKey }) =>
    submitGeneration(deps, caller, { spec: body, idempotencyKey }),
} satisfies Partial<Routes>;
