import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { claimSteps } from "./claim-steps.ts";
import type { ClaimedRow } from "./claim-steps.ts";
import { ALIVE } from "./pool-breaker.ts";

/** Undoes what made the step due: nobody else may find it. */
class NotNow extends Error {}

/**
 * The lease of a step whose finished output this very worker holds (C10), before its time. Empty
 * while a cap keeps it back: then it goes on being this worker's.
 */
export async function claimHeldStep(
  database: Database,
  claim: Omit<Parameters<typeof claimSteps>[1], "limit"> & { readonly stepId: string },
): Promise<readonly ClaimedRow[]> {
  try {
    return await database.transaction(async (tx) => {
      await tx.execute(sql`
        update step set run_at = now()
         where id = ${claim.stepId} and held_by = ${claim.workerId} and state = 'RETRY_WAIT'`);
      const claimed = await claimSteps(tx, { ...claim, limit: 1 });
      if (claimed.length === 0) throw new NotNow();
      return claimed;
    });
  } catch (error) {
    if (error instanceof NotNow) return [];
    throw error;
  }
}

/** Steps whose holder is gone, and its output with it, are anybody's at once; how many. */
export async function freeHeldSteps(tx: Transaction): Promise<number> {
  const result = await tx.execute(sql`
    with freed as (
      update step set run_at = now(), held_by = null, held_since = null
       where held_by is not null and state = 'RETRY_WAIT'
         and not exists (select from worker where id = step.held_by and ${ALIVE})
      returning id
    ), woken as (
      update outbox set state = 'PENDING', generation = generation + 1, available_at = now()
        from freed where outbox.step_id = freed.id
    )
    select id from freed`);
  return result.rows.length;
}
