import type { PoolStanding } from "@cutroom/contracts";
import { readPools } from "@cutroom/db";
import { backupPools } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";

const SECOND_MS = 1_000;
/** A breaker that has never moved counts from the beginning of time. */
const EVER_MS = 10 * 365 * 86_400_000;

/** What operators see of every pool (O5). */
export async function listPools(deps: Deps) {
  const pools = await readPools(deps.database);
  return ok({
    pools: pools.map((row): PoolStanding => ({
      pool: row.pool,
      workers: row.workers,
      slots: row.slots,
      running: row.running,
      waiting: row.waiting,
      guests: row.guests,
      oldest_wait: row.oldestWaitS,
      breaker: {
        state: row.state,
        for: row.forMs === 0 || row.forMs > EVER_MS ? null : row.forMs / SECOND_MS,
        ends: row.ends,
        failures: row.failures,
        backup: backupPools[row.pool],
      },
    })),
  });
}
