import { CLIP_RATIOS, MODEL_NAMES, clipModel } from "@cutroom/domain";
import type { ModelName } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";

function present(name: ModelName) {
  const model = clipModel(name);
  return {
    name,
    vendor: model.vendor,
    ai_disclosure: model.disclosure,
    ratios: CLIP_RATIOS.filter((ratio) => model.sizes[ratio] !== undefined),
    min_duration_ms: model.minDurationMs,
    max_duration_ms: model.maxDurationMs,
    durations_ms: model.durationsMs === undefined ? null : [...model.durationsMs],
    seed: model.hasSeed,
    caption: model.hasCaption,
    negative_prompt: model.hasNegativePrompt,
    frames: [...model.frames],
    frames_of_films: model.framesOfFilms,
    price: { credits: model.price.credits, every_ms: model.price.everyMs },
    regions: [...model.regions],
  };
}

/** The built-in model, and those of vendors that this deployment has a key for (G1). */
export async function listModels(deps: Pick<Deps, "generators">) {
  const isHere = (name: ModelName) => {
    const { vendor } = clipModel(name);
    return vendor === null || deps.generators.has(vendor);
  };
  return ok({ models: MODEL_NAMES.filter(isHere).map(present) });
}
