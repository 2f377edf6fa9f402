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
 * The queue has taken this generation: the row is PUBLISHED, and a task that was CREATED is
 * QUEUED from now on (C1, C7). Answers the task's id when the task moved.
 */
export async function confirmPublished(
  tx: Transaction,
  wake: { readonly outboxId: string; readonly generation: number },
): Promise<{ taskMoved: boolean }> {
  const result = await tx.execute<{ id: string }>(sql`
    with sent as (
      update outbox set state = 'PUBLISHED', published_at = now(), last_error = null
       where id = ${wake.outboxId} and generation = ${wake.generation}
      returning task_id
    )
    update task set state = 'QUEUED', version = version + 1, queued_at = now()
      from sent where task.id = sent.task_id and task.state in ${taskSources("enqueue")}
    returning task.id`);
  return { taskMoved: result.rows.length > 0 };
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
       order by outbox.published_at limit ${repair.limit} for update of outbox skip locked
    )
    update outbox set state = 'PENDING', generation = generation + 1, available_at = now()
      from lost where outbox.id = lost.id returning outbox.id`);
  return result.rows.length;
}
