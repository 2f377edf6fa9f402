import type { GenerationSpec } from "@cutroom/contracts";
import { clipModel, refuseClip } from "@cutroom/domain";
import type { ClipModel, ClipSize } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

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
