import type { TaskEventType } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

/**
 * Writes the next event of a task and gives it the next position of its tenant's stream (C11).
 * The tenant's row is locked until commit, so positions become visible in their order and a
 * reader that has seen n never finds n - 1 later. Call it last in the transaction.
 */
export async function appendTaskEvent(
  tx: Transaction,
  event: {
    readonly taskId: string;
    readonly type: TaskEventType;
    /** The task's row has counted it already, as `endAttempt` does: it is not written again. */
    readonly isCounted?: boolean;
  },
): Promise<void> {
  const facts = sql`tenant_id, id, last_seq, state, asset_id`;
  const counted =
    event.isCounted === true
      ? sql`select ${facts} from task where id = ${event.taskId}`
      : sql`update task set last_seq = last_seq + 1 where id = ${event.taskId} returning ${facts}`;
  await tx.execute(sql`
    with counted as (${counted}), placed as (
      insert into tenant_stream as stream (tenant_id, position) select tenant_id, 1 from counted
      on conflict (tenant_id) do update set position = stream.position + 1
      returning position
    )
    insert into task_event (tenant_id, position, task_id, seq, type, state, asset_id)
    select tenant_id, position, id, last_seq, ${event.type}::task_event_type, state, asset_id
      from counted, placed`);
}
