import type { PoolName } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

export interface PoolDepth {
  /** Steps that could start now. */
  readonly waiting: number;
  readonly running: number;
}

/** What a pool has to do, over all tenants: what a number of workers is chosen by. */
export async function readPoolDepth(tx: Transaction, pool: PoolName): Promise<PoolDepth> {
  const result = await tx.execute<{ waiting: number; running: number }>(sql`
    select count(*) filter (where state in ('READY', 'RETRY_WAIT') and run_at <= now())::integer
             as waiting,
           count(*) filter (where state = 'RUNNING')::integer as running
      from step where pool = ${pool} and state in ('READY', 'RETRY_WAIT', 'RUNNING')`);
  return result.rows[0] ?? { waiting: 0, running: 0 };
}
