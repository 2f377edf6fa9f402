import type { VendorStanding } from "@cutroom/contracts";
import { readModels, readThrottles } from "@cutroom/db";
import type { ModelRow } from "@cutroom/db";
import { clipModel, paceOf, tokensLeft } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";

const SECOND_MS = 1_000;
const WINDOW_MS = 10 * 60_000;
/** A breaker that has never moved counts from the beginning of time. */
const EVER_MS = 10 * 365 * 86_400_000;

type Throttles = Awaited<ReturnType<typeof readThrottles>>;

function tokensOf({ model }: ModelRow, throttles: Throttles): VendorStanding["tokens"] {
  const { perMinute } = clipModel(model);
  if (perMinute === 0) return null;
  const pace = paceOf(perMinute);
  const { tokens = null, tokensMs = 0 } = throttles.get(model) ?? {};
  return { left: tokensLeft(pace, tokens, tokensMs), burst: pace.burst };
}

/** What operators see of every model at its vendor (G4, O5). */
export async function listVendors(deps: Deps) {
  const [rows, throttles] = await Promise.all([
    readModels(deps.database),
    readThrottles(deps.database, WINDOW_MS),
  ]);
  const models = rows.flatMap((row): VendorStanding[] => {
    const { vendor } = clipModel(row.model);
    if (vendor === null) return [];
    const { state, forMs, ends, faults } = row.health;
    return [
      {
        model: row.model,
        vendor,
        is_set_up: deps.generators.has(vendor),
        is_retired: row.isRetired,
        ...row.load,
        breaker: { state, for: forMs > EVER_MS ? null : forMs / SECOND_MS, ends, faults },
        throttled: throttles.get(row.model)?.throttled ?? 0,
        rest: row.restMs === 0 ? null : { for: row.restMs / SECOND_MS, reason: row.restReason },
        tokens: tokensOf(row, throttles),
      },
    ];
  });
  return ok({ models: models.toSorted((a, b) => a.model.localeCompare(b.model)) });
}
