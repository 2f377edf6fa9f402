import type { PoolName } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { ALIVE } from "./pool-breaker.ts";

/** Notes that a worker lives and what it serves. The id is its own for as long as it runs. */
export async function registerWorker(
  database: Database | Transaction,
  worker: { readonly id: string; readonly pools: readonly PoolName[]; readonly slots: number },
): Promise<void> {
  const pools = sql`array[${sql.join(
    worker.pools.map((pool) => sql`${pool}`),
    sql`, `,
  )}]::text[]`;
  await database.execute(sql`
    insert into worker (id, pools, slots) values (${worker.id}, ${pools}, ${worker.slots})
    on conflict (id) do update
       set pools = excluded.pools, slots = excluded.slots, last_seen_at = now()`);
}

/** How many workers serve a pool now. */
export async function countWorkers(
  database: Database | Transaction,
  pool: PoolName,
): Promise<number> {
  const result = await database.execute<{ count: number }>(
    sql`select count(*)::integer as count from worker where ${pool} = any (pools) and ${ALIVE}`,
  );
  return result.rows[0]?.count ?? 0;
}

/** The worker takes no more work. Repeating it changes nothing. */
export async function removeWorker(
  database: Database | Transaction,
  workerId: string,
): Promise<void> {
  await database.execute(sql`delete from worker where id = ${workerId}`);
}
