import { stepTargetOf } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { stepSources } from "./states.ts";

/**
 * Ends the steps of a task that are still live, with their leases. `waiting` ends those that
 * nobody works on; `all` also takes running ones from their workers, except where a vendor may
 * be at work: that outcome has to be known first (I3). Call it under the task's lock.
 */
export async function haltSteps(
  tx: Transaction,
  taskId: string,
  which: "waiting" | "all",
): Promise<void> {
  const spared = which === "all" ? sql`request_sent_at is not null` : sql`true`;
  await tx.execute(sql`
    with halted as (
      update step set state = ${stepTargetOf("expire")}::step_state, finished_at = now()
       where task_id = ${taskId} and state in ${stepSources("expire")}
         and not (state = 'RUNNING' and ${spared})
      returning id
    )
    delete from step_lease where step_id in (select id from halted)`);
}
