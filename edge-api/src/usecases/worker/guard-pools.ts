import { asSystem, keepBreaker, moveToBackup, readBreakers } from "@cutroom/db";
import type { BreakerRow, Transaction } from "@cutroom/db";
import { backupPools, keepsWaiting, moveBreaker } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

/** At most this many a pass; the next comes soon. */
const LIMIT = 500;

async function guard(tx: Transaction, seen: BreakerRow) {
  const move = moveBreaker(seen);
  if (!(await keepBreaker(tx, seen, move))) return null;
  const state = move?.state ?? seen.state;
  const to = backupPools[seen.pool];
  if (state === "CLOSED" || to === null) return { move, moved: 0 };
  const keep = keepsWaiting(state);
  return { move, moved: await moveToBackup(tx, { from: seen.pool, to, keep, limit: LIMIT }) };
}

/**
 * Opens the breakers of pools that fail too often and sends what waits there to their backups;
 * lets some work probe after a while, and closes them when that goes well (C9).
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
