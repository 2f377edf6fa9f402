import { asSystem, findCountingHolds, findHolds } from "@cutroom/db";
import type { Hold, HoldSet } from "@cutroom/ports";
import type { Deps } from "../../deps.ts";
import { SET_PREFIX, rightAmounts, setsOf } from "./quota-sets.ts";
import { rebuildQuota } from "./rebuild-quota.ts";
import { YOUNG_MS } from "./repair-set.ts";

/** Windows of people who sent something since the pass before last. */
const ACTIVE_WITHIN_MS = 10 * 60_000;
const NOTHING: HoldSet["holds"] = [];

export interface QuotaDrift {
  /** The whole copy was made anew: nothing else was compared. */
  readonly isRebuilt: boolean;
  /** Members that the sets lacked, had too many, or had with a wrong amount. */
  readonly missing: number;
  readonly stale: number;
  readonly changed: number;
}

async function readSets(deps: Deps): Promise<ReadonlyMap<string, readonly Hold[]>> {
  const sets = new Map<string, readonly Hold[]>();
  for (const key of new Set(await deps.keyValue.keys(SET_PREFIX))) {
    sets.set(key, await deps.keyValue.holds(key));
  }
  return sets;
}

/**
 * Compares every set with the database and mends the difference (C5); run every five minutes.
 * The sets are read first: what ended between the two readings is then taken out, not put back.
 * Members that no row knows yet are left alone while a submit may be under way.
 */
export async function reconcileQuota(deps: Deps): Promise<QuotaDrift> {
  const drift = { isRebuilt: false, missing: 0, stale: 0, changed: 0 };
  if (await rebuildQuota(deps)) return { ...drift, isRebuilt: true };
  const nowMs = deps.clock.nowMs();
  const present = await readSets(deps);
  const members = [...new Set([...present.values()].flat().map((hold) => hold.member))];
  const stored = await asSystem(deps.database, async (tx) => {
    const counting = await findCountingHolds(tx, { activeWithinMs: ACTIVE_WITHIN_MS });
    const known = await findHolds(tx, members);
    return [...new Map([...counting, ...known].map((hold) => [hold.id, hold])).values()];
  });
  const ids = new Set(stored.map((hold) => hold.id));
  const right = rightAmounts(deps, stored);
  for (const [key, holds] of present) {
    for (const hold of holds) {
      const amount = right.get(key)?.get(hold.member) ?? null;
      const isYoung = !ids.has(hold.member) && nowMs - hold.atMs < YOUNG_MS;
      if (isYoung || amount === hold.amount) continue;
      await deps.keyValue.adjust(hold.member, [{ key, amount }]);
      if (amount === null) drift.stale += 1;
      else drift.changed += 1;
    }
  }
  const lacking = [...setsOf(deps, stored, nowMs).values()].flatMap((set) => {
    const there = new Set((present.get(set.key) ?? NOTHING).map((hold) => hold.member));
    const holds = set.holds.filter((hold) => !there.has(hold.member));
    return holds.length === 0 ? [] : { key: set.key, ttlMs: set.ttlMs, holds };
  });
  drift.missing = lacking.reduce((sum, set) => sum + set.holds.length, 0);
  await deps.keyValue.fillSets(lacking, { replaces: false });
  return drift;
}
