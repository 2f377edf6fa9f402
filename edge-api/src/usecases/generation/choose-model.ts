import type { GenerationSpec } from "@cutroom/contracts";
import { clipModel, refuseClip, refuseFrames } from "@cutroom/domain";
import type { ClipModel, ClipSize, WantedFrame } from "@cutroom/domain";
import { forTenant } from "@cutroom/db";
import { mediaFacts, ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { readReadyAssets } from "../project/check-assets.ts";

/** The model that a clip is asked of, and the size it makes; refused when it cannot (G1, C4). */
export function chooseModel(
  deps: Pick<Deps, "generators">,
  spec: Pick<GenerationSpec, "model" | "ratio" | "duration_ms" | "negative_prompt">,
) {
  const model: ClipModel = clipModel(spec.model);
  if (model.vendor !== null && !deps.generators.has(model.vendor)) {
    return refuse("model.unavailable", { model: spec.model });
  }
  const refused = refuseClip(spec.model, {
    ratio: spec.ratio,
    durationMs: spec.duration_ms,
    negativePrompt: spec.negative_prompt,
  });
  const size: ClipSize | undefined = model.sizes[spec.ratio];
  if (refused !== null || size === undefined) {
    return refuse("model.cannot", { model: spec.model, field: refused ?? "ratio" });
  }
  return ok({ model, size });
}

/** Whether the files that a clip begins and ends with are there, and of a kind that the model takes. */
export async function checkFrames(
  deps: Pick<Deps, "database">,
  tenantId: string,
  spec: Pick<GenerationSpec, "model" | "mode" | "assets">,
) {
  const { model, mode = "text", assets = [] } = spec;
  const ids = assets.map((one) => one.asset_id);
  const found = await forTenant(deps.database, tenantId, (tx) =>
    readReadyAssets(tx, tenantId, ids),
  );
  if (!found.ok) return found;
  const wanted = assets.flatMap((one, index): WantedFrame[] => {
    const row = found.value[index];
    return row === undefined ? [] : [{ role: one.role, kind: mediaFacts.parse(row.facts).kind }];
  });
  const field = refuseFrames(model, mode, wanted);
  return field === null ? ok(null) : refuse("model.cannot", { model, field });
}
