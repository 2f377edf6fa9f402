import {
  asSystem,
  findCountingHolds,
  lockPlatform,
  nextEpoch,
  schema,
  trustCopy,
} from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { MARK_KEY, SET_PREFIX, setsOf } from "./quota-sets.ts";

/** Windows of people who sent nothing for this long are left to the database. */
const ACTIVE_WITHIN_MS = 24 * 3_600_000;

async function isWhole(deps: Deps, tx: Transaction): Promise<boolean> {
  const [copy] = await tx.select().from(schema.quotaCopy);
  const mark = await deps.keyValue.get(MARK_KEY);
  return copy?.isWhole === true && mark === String(copy.epoch);
}

/**
 * Makes the key-value store's sets anew from the database, unless they are whole. Submits wait
 * meanwhile: the lock is what makes the copy exact, and every call under it has a time limit.
 * What fails midway leaves a copy that nobody trusts. False when somebody else is at it.
 */
export async function rebuildQuota(deps: Deps): Promise<boolean> {
  return asSystem(deps.database, async (tx) => {
    const lock = await tx.execute<{ got: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('quota/rebuild', 0)) as got`,
    );
    if (lock.rows[0]?.got !== true || (await isWhole(deps, tx))) return false;
    await lockPlatform(tx);
    const holds = await findCountingHolds(tx, { activeWithinMs: ACTIVE_WITHIN_MS });
    const sets = setsOf(deps, holds, deps.clock.nowMs());
    const { keyValue } = deps;
    await keyValue.delete(MARK_KEY);
    const stale = (await keyValue.keys(SET_PREFIX)).filter((key) => !sets.has(key));
    const emptied = [...new Set(stale)].map((key) => ({ key, ttlMs: 0, holds: [] }));
    await keyValue.fillSets([...sets.values(), ...emptied], { replaces: true });
    const epoch = await nextEpoch(tx);
    await keyValue.set(MARK_KEY, String(epoch));
    await trustCopy(tx, epoch);
    return true;
  });
}
