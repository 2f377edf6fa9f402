import type { GenerationSpec } from "@cutroom/contracts";
import { forTenant, readBalances } from "@cutroom/db";
import { clipModels, generationCredits } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

export async function estimateGeneration(
  deps: Deps,
  caller: UserCaller,
  spec: Pick<GenerationSpec, "model" | "ratio" | "duration_ms">,
) {
  const { tenantId } = caller;
  const { available } = await forTenant(deps.database, tenantId, (tx) =>
    readBalances(tx, tenantId),
  );
  const model = clipModels[spec.model];
  return ok({
    credits: generationCredits(spec.model, spec.duration_ms),
    balance: available,
    ...model.sizes[spec.ratio],
    duration_ms: spec.duration_ms,
    ai_disclosure: model.disclosure,
  });
}
