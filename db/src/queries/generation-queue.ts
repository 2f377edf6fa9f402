import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

export interface WaitingGeneration {
  readonly taskId: string;
  /** Steps of the same pool that came before it in its tier or a better one. */
  readonly ahead: number;
}

/** More are not shown one by one. */
const MOST = 100;

/**
 * The generations of a tenant that wait to be made, and about how much is before each: who comes
 * first is decided when a place is free. Counts over all tenants, so it is asked as the system.
 */
export async function readGenerationQueue(
  tx: Transaction,
  tenantId: string,
): Promise<readonly WaitingGeneration[]> {
  const found = await tx.execute<{ task_id: string; ahead: number }>(sql`
    with waiting as (
      select task_id, tenant_id, kind,
             (row_number() over (partition by pool order by tier, run_at, id) - 1)::integer as ahead
        from step
       where state in ('READY', 'RETRY_WAIT')
    )
    select task_id, ahead from waiting
     where tenant_id = ${tenantId} and kind in ('generate', 'vendor')
     order by ahead limit ${MOST}`);
  return found.rows.map((row) => ({ taskId: row.task_id, ahead: row.ahead }));
}
