/** What the router decides by, out of what the database knows (G4). */
import type { ModelRow } from "@cutroom/db";
import { openForMs } from "@cutroom/domain";
import type {
  ModelName,
  RoutingSnapshot,
  TenantRouting,
  VendorFailureClass,
} from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

/** A vendor that nobody has paid, or whose key is wrong: waiting alone does not help. */
const NEEDS_SOMEBODY: ReadonlySet<VendorFailureClass> = new Set(["quota", "auth"]);

function standingOf(row: ModelRow, isOnlyOne: boolean) {
  const { health, isProbed, restReason } = row;
  // Where no other may be asked, its owner hears of it at once instead.
  const isHopeless = restReason !== null && NEEDS_SOMEBODY.has(restReason) && isOnlyOne;
  return {
    breaker: health.state,
    openMs: Math.max(0, openForMs(health.times) - health.forMs),
    isProbed,
    restMs: isHopeless ? 0 : row.restMs,
  };
}

export function routingSnapshot(
  deps: Pick<Deps, "generators">,
  facts: {
    readonly models: readonly ModelRow[];
    readonly tenant: TenantRouting;
    /** Only one model was asked for by name. */
    readonly isOnlyOne: boolean;
    /** Work that was accepted is finished by its model, retired or not. */
    readonly accepted?: ModelName;
    readonly tried?: ReadonlyMap<ModelName, number>;
  },
): RoutingSnapshot {
  const { models, tenant, isOnlyOne, accepted, tried = new Map() } = facts;
  const isOut = (row: ModelRow) => row.isRetired && row.model !== accepted;
  return {
    here: new Set(deps.generators.keys()),
    tenant,
    standings: new Map(models.map((row) => [row.model, standingOf(row, isOnlyOne)])),
    loads: new Map(models.map((row) => [row.model, row.load])),
    retired: new Set(models.filter(isOut).map((row) => row.model)),
    tried,
  };
}
