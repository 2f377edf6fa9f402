import { forTenant, readBalances } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { chooseModel } from "./choose-model.ts";
import type { ClipAsk } from "./choose-model.ts";

/** What a clip would cost, at least and at most, and who could make it now. */
export async function estimateGeneration(deps: Deps, caller: UserCaller, ask: ClipAsk) {
  const { tenantId } = caller;
  const chosen = await chooseModel(deps, tenantId, ask);
  if (!chosen.ok) return chosen;
  const { size, disclosure, credits, creditsLeast, able, route } = chosen.value;
  const { available } = await forTenant(deps.database, tenantId, (tx) =>
    readBalances(tx, tenantId),
  );
  const now = new Set(route.candidates.map((one) => one.model));
  const models = able.map(({ model, credits: price }) => ({
    model,
    credits: price,
    available: now.has(model),
  }));
  return ok({
    credits,
    credits_least: creditsLeast,
    models,
    left_out: [...route.never],
    balance: available,
    ...size,
    duration_ms: ask.duration_ms,
    ai_disclosure: disclosure,
  });
}
