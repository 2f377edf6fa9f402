import { readRetirements, readTenantRouting } from "@cutroom/db";
import { CLIP_RATIOS, MODEL_NAMES, clipModel } from "@cutroom/domain";
import type { ModelName } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

type Retirement = Awaited<ReturnType<typeof readRetirements>>[number];

function present(name: ModelName, retirement: Retirement | undefined) {
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
    last_frame_durations_ms:
      model.lastFrameDurationsMs === undefined ? null : [...model.lastFrameDurationsMs],
    frames_of_films: model.framesOfFilms,
    shaped_by_frame: model.isShapedByFrame,
    price: { credits: model.price.credits, every_ms: model.price.everyMs },
    regions: [...model.regions],
    retires_at: retirement?.retiresAt.toISOString() ?? null,
    replacement: retirement?.replacement ?? null,
  };
}

/**
 * The built-in model, and those of vendors that this deployment has a key for and the caller's
 * contract allows (G1, G4); none that takes no new clips any more.
 */
export async function listModels(
  deps: Pick<Deps, "database" | "generators">,
  { tenantId }: Pick<UserCaller, "tenantId">,
) {
  const [retirements, tenant] = await Promise.all([
    readRetirements(deps.database, MODEL_NAMES),
    readTenantRouting(deps.database, tenantId),
  ]);
  const ending = new Map(retirements.map((row) => [row.model, row]));
  const isOffered = (name: ModelName) => {
    const { vendor, regions } = clipModel(name);
    if (ending.get(name)?.isOver === true) return false;
    if (vendor === null) return true;
    const isAllowed = tenant.vendors?.includes(vendor) ?? true;
    const isNear = regions.every((region) => tenant.regions?.includes(region) ?? true);
    return deps.generators.has(vendor) && isAllowed && isNear;
  };
  return ok({
    models: MODEL_NAMES.filter(isOffered).map((name) => present(name, ending.get(name))),
  });
}
