import { asSystem, keepBreaker, moveToBackup, readBreakers, spareOfBackup } from "@cutroom/db";
import type { BreakerRow, Transaction } from "@cutroom/db";
import { CROWDED_AFTER_MS, backupPools, keepsWaiting, moveBreaker } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

/** At most this many a pass; the next comes soon. */
const LIMIT = 500;

/** What is left of a failing pool's queue goes elsewhere, or what a crowded one cannot take soon. */
async function relocate(tx: Transaction, from: BreakerRow["pool"], state: BreakerRow["state"]) {
  const to = backupPools[from];
  if (to === null) return 0;
  if (state !== "CLOSED") {
    return moveToBackup(tx, { from, to, keep: keepsWaiting(state), limit: LIMIT, waitedMs: 0 });
  }
  const limit = Math.min(LIMIT, await spareOfBackup(tx, { from, to }));
  if (limit === 0) return 0;
  return moveToBackup(tx, { from, to, keep: 0, limit, waitedMs: CROWDED_AFTER_MS });
}

async function guard(tx: Transaction, seen: BreakerRow) {
  const move = moveBreaker(seen);
  // A pool where nothing ended and that is trusted has nothing to be written down.
  const isQuiet = seen.state === "CLOSED" && seen.ends === 0;
  if (!isQuiet && !(await keepBreaker(tx, seen, move))) return null;
  return { move, moved: await relocate(tx, seen.pool, move?.state ?? seen.state) };
}

/**
 * Opens the breakers of pools that fail too often and sends what waits there to their backups;
 * lets some work probe after a while, and closes them when that goes well (C9). What a pool
 * without a free slot has kept waiting changes to a backup that has one, once (C10).
 */
export async function guardPools(deps: Deps): Promise<void> {
  const breakers = await asSystem(deps.database, readBreakers);
  for (const seen of breakers) {
    const done = await asSystem(deps.database, (tx) => guard(tx, seen));
    if (done === null) continue;
    const { pool, ends, failures } = seen;
    const backup = backupPools[pool];
    if (done.move !== null) {
      const { state } = done.move;
      const level = state === "CLOSED" ? "info" : "error";
      deps.log({ level, message: `breaker ${state}`, pool, ends, failures, backup });
    }
    if (done.moved > 0) {
      deps.log({ level: "warn", message: "work moved", pool, backup, steps: done.moved });
    }
  }
}
