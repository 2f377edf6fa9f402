import type { GenerationSpec } from "@cutroom/contracts";
import { forTenant, readBalances } from "@cutroom/db";
import { generationCredits } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { chooseModel } from "./choose-model.ts";

export async function estimateGeneration(
  deps: Deps,
  caller: UserCaller,
  spec: Pick<GenerationSpec, "model" | "ratio" | "duration_ms" | "negative_prompt">,
) {
  const chosen = chooseModel(deps, spec);
  if (!chosen.ok) return chosen;
  const { model, size } = chosen.value;
  const { tenantId } = caller;
  const { available } = await forTenant(deps.database, tenantId, (tx) =>
    readBalances(tx, tenantId),
  );
  return ok({
    credits: generationCredits(spec.model, spec.duration_ms),
    balance: available,
    ...size,
    duration_ms: spec.duration_ms,
    ai_disclosure: model.disclosure,
  });
}
