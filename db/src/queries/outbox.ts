import type { TaskScene } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { claimableTasks, milliseconds, stepSources, taskSources } from "./states.ts";

export interface PendingWake {
  readonly outboxId: string;
  readonly generation: number;
  readonly taskId: string;
  readonly stepId: string;
  readonly scene: TaskScene;
  /** How long the delivery has to wait, by the database's clock. */
  readonly delayMs: number;
}

/**
 * Wake-ups that nobody has confirmed as published, oldest first (C7). Nothing is locked: two
 * relays may publish the same row, and the queue drops the second by its deduplication id.
 */
export async function findPendingWakes(
  database: Database | Transaction,
  which: { readonly limit: number; readonly olderThanMs?: number; readonly taskId?: string },
): Promise<readonly PendingWake[]> {
  const result = await database.execute<{
    id: string;
    generation: number;
    task_id: string;
    step_id: string;
    scene: TaskScene;
    delay_ms: string;
  }>(sql`
    select id, generation, task_id, step_id, scene,
           greatest(0, extract(epoch from available_at - now()) * 1000)::bigint as delay_ms
      from outbox
     where state = 'PENDING'
       and created_at <= now() - ${milliseconds(which.olderThanMs ?? 0)}
       and ${which.taskId === undefined ? sql`true` : sql`task_id = ${which.taskId}`}
     order by available_at, id limit ${which.limit}`);
  return result.rows.map((row) => ({
    outboxId: row.id,
    generation: row.generation,
    taskId: row.task_id,
    stepId: row.step_id,
    scene: row.scene,
    delayMs: Number(row.delay_ms),
  }));
}

/**
 * The queue has taken these generations: the rows are PUBLISHED, and a task that was CREATED is
 * QUEUED from now on and says so in its stream (C1, C7, C11). One statement; tasks and then streams
 * are locked in the order of their names.
 */
export async function confirmManyPublished(
  database: Database | Transaction,
  wakes: readonly { readonly outboxId: string; readonly generation: number }[],
): Promise<void> {
  const sent = JSON.stringify(
    wakes.map(({ outboxId, generation }) => ({ id: outboxId, generation })),
  );
  await database.execute(sql`
    with taken as (
      select * from jsonb_to_recordset(${sent}::jsonb) as taken (id text, generation integer)
    ), waiting as materialized (
      select task.id from task
       where task.id in (select outbox.task_id from outbox join taken using (id, generation))
         and task.state in ${taskSources("enqueue")}
       order by task.id for update
    ), sent as (
      update outbox set state = 'PUBLISHED', published_at = now(), last_error = null
        from taken where outbox.id = taken.id and outbox.generation = taken.generation
      returning outbox.id
    ), moved as (
      update task set state = 'QUEUED', version = version + 1, queued_at = now(),
                      last_seq = last_seq + 1
        from waiting where task.id = waiting.id
      returning task.tenant_id, task.id, task.last_seq, task.state, task.asset_id
    ), placed as (
      insert into tenant_stream as stream (tenant_id, position)
      select tenant_id, count(*) from moved group by tenant_id order by tenant_id
      on conflict (tenant_id) do update set position = stream.position + excluded.position
      returning tenant_id, position
    )
    insert into task_event (tenant_id, position, task_id, seq, type, state, asset_id)
    select moved.tenant_id,
           placed.position + 1 - row_number() over (partition by moved.tenant_id order by moved.id desc),
           moved.id, moved.last_seq, 'state', moved.state, moved.asset_id
      from moved join placed on placed.tenant_id = moved.tenant_id`);
}

/** Notes why a publish did not work; the row stays PENDING and is tried again. */
export async function notePublishError(
  database: Database | Transaction,
  wake: { readonly outboxId: string; readonly error: string },
): Promise<void> {
  await database.execute(
    sql`update outbox set last_error = ${wake.error.slice(0, 500)} where id = ${wake.outboxId}`,
  );
}

/**
 * Ready steps that nobody claimed although their wake-up was published: it was lost, or the
 * farm was full (C7). Waits longer with every generation, at most five minutes.
 */
export async function repairLostWakes(
  tx: Transaction,
  repair: { readonly afterMs: number; readonly limit: number },
): Promise<number> {
  const patience = sql`least(${milliseconds(repair.afterMs)} * outbox.generation, interval '5 minutes')`;
  const result = await tx.execute(sql`
    with lost as (
      select outbox.id from outbox
        join step on step.id = outbox.step_id join task on task.id = outbox.task_id
       where outbox.state = 'PUBLISHED' and step.state in ${stepSources("claim")}
         and task.state in ${claimableTasks} and task.cancel_requested_at is null
         and step.run_at < now() - ${patience} and outbox.published_at < now() - ${patience}
       order by outbox.published_at, outbox.id limit ${repair.limit} for update of outbox skip locked
    )
    update outbox set state = 'PENDING', generation = generation + 1, available_at = now()
      from lost where outbox.id = lost.id returning outbox.id`);
  return result.rows.length;
}
