/** How the layers of quota lie in the key-value store: one set of reservations each (C5). */
import type { StoredHold } from "@cutroom/db";
import { limitsOf, quotaLayers } from "@cutroom/domain";
import type { PlatformLimits, QuotaLayer } from "@cutroom/domain";
import type { HoldSet, ReserveLayer } from "@cutroom/ports";
import type { Deps } from "../../deps.ts";

export const SET_PREFIX = "quota:";
/** Holds the number of the copy; without it nothing that is stored there counts. */
export const MARK_KEY = "quota-copy";
/** A set outlives its window a little, for clocks that differ. */
const SLACK_MS = 60_000;

export function platformLimits({ env }: Deps): PlatformLimits {
  return {
    maxInFlight: env.PLATFORM_MAX_IN_FLIGHT,
    creditsPerMinute: env.PLATFORM_CREDITS_PER_MINUTE,
    poolInFlight: env.POOL_MAX_IN_FLIGHT,
    modelInFlight: env.MODEL_MAX_IN_FLIGHT,
  };
}

const ttlOf = (layer: QuotaLayer, nowMs: number): number =>
  layer.resetsAtMs === null ? 0 : Math.max(1, layer.resetsAtMs - nowMs) + SLACK_MS;

export function reserveLayers(
  layers: readonly QuotaLayer[],
  nowMs: number,
): readonly ReserveLayer[] {
  return layers.map((layer) => ({
    key: layer.key,
    limit: layer.limit,
    amount: layer.amount,
    ttlMs: ttlOf(layer, nowMs),
    isSoft: layer.demotes,
  }));
}

/** The layers in which a stored reservation counts, also in windows that have ended. */
export function countingLayers(
  deps: Deps,
  hold: StoredHold,
): readonly (QuotaLayer & { readonly counts: number })[] {
  const layers = quotaLayers(hold, limitsOf(hold.plan, hold.contract), platformLimits(deps));
  return layers.flatMap((layer) => {
    if (layer.resetsAtMs === null && !hold.isHeld) return [];
    const counts = layer.measure === "credits" ? hold.credits : 1;
    return Object.assign({}, layer, { counts });
  });
}

/**
 * What each member that is found in a set must have there, from the facts: set, member, amount.
 * Windows that have ended are among them, because their sets stay a little longer.
 */
export function rightAmounts(
  deps: Deps,
  holds: readonly StoredHold[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const right = new Map<string, Map<string, number>>();
  for (const hold of holds) {
    for (const layer of countingLayers(deps, hold)) {
      const set = right.get(layer.key) ?? new Map<string, number>();
      right.set(layer.key, set.set(hold.id, layer.counts));
    }
  }
  return right;
}

/** What the sets must hold now, from the facts. */
export function setsOf(
  deps: Deps,
  holds: readonly StoredHold[],
  nowMs: number,
): ReadonlyMap<string, HoldSet> {
  const sets = new Map<string, { key: string; ttlMs: number; holds: HoldSet["holds"][number][] }>();
  for (const hold of holds) {
    for (const layer of countingLayers(deps, hold)) {
      if (layer.resetsAtMs !== null && layer.resetsAtMs <= nowMs) continue;
      const set = sets.get(layer.key) ?? { key: layer.key, ttlMs: ttlOf(layer, nowMs), holds: [] };
      set.holds.push({ member: hold.id, amount: layer.counts, atMs: hold.atMs });
      sets.set(layer.key, set);
    }
  }
  return sets;
}
