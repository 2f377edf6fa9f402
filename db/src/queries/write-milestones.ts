import { MILESTONES } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";

/** A mark that an attempt has reached, one of MILESTONES. */
export interface Milestone {
  readonly stepId: string;
  readonly attempt: number;
  readonly milestone: number;
}

const marks = sql`array[${sql.join(
  MILESTONES.map((mark) => sql`${mark}::integer`),
  sql`, `,
)}]`;

/**
 * Writes down many milestones in one statement (C11): each counts once and only for the attempt
 * that holds its step. A task has an event when it, over all its steps, passes a mark. Tasks
 * that somebody is moving right now are left out, never waited for.
 */
export async function writeMilestones(
  database: Database | Transaction,
  reached: readonly Milestone[],
): Promise<void> {
  await database.execute(sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(reached)}::jsonb)
             as told ("stepId" text, attempt integer, milestone smallint)
    ), held as (
      select step.id as step_id, told.attempt, told.milestone, task.id as task_id,
             task.round, task.progress as before
        from told join step on step.id = told."stepId" and step.attempt = told.attempt
        join task on task.id = step.task_id
       where step.state = 'RUNNING' and task.state = 'RUNNING'
         for no key update of task skip locked
    ), noted as (
      update step_lease lease set milestone = held.milestone
        from held
       where lease.step_id = held.step_id and lease.attempt = held.attempt
         and lease.milestone < held.milestone
      returning held.step_id, held.milestone, held.task_id, held.round, held.before
    ), gone as (
      select task_id, before,
             (select floor(sum(step.est_seconds * case when step.state = 'SUCCEEDED' then 100
                               else coalesce(now_at.milestone, lease.milestone, 0) end)
                           / sum(step.est_seconds) + 1e-6)::integer
                from step left join step_lease lease on lease.step_id = step.id
                left join noted now_at on now_at.step_id = step.id
               where step.task_id = moved.task_id and step.round = moved.round) as progress
        from (select distinct task_id, round, before from noted) moved
    ), counted as (
      update task set last_seq = last_seq + 1, progress = gone.progress
        from gone
       where task.id = gone.task_id
         and width_bucket(gone.progress, ${marks}) > width_bucket(gone.before, ${marks})
      returning task.id, task.tenant_id, task.last_seq, task.state, task.asset_id, task.progress
    ), placed as (
      insert into tenant_stream as stream (tenant_id, position)
      select tenant_id, count(*) from counted group by tenant_id order by tenant_id
      on conflict (tenant_id) do update set position = stream.position + excluded.position
      returning tenant_id, position
    )
    insert into task_event (tenant_id, position, task_id, seq, type, state, asset_id, progress)
    select tenant_id,
           position - row_number() over (partition by tenant_id order by id desc) + 1,
           id, last_seq, 'milestone', state, asset_id, progress
      from counted join placed using (tenant_id)`);
}
