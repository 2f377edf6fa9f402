import { schema } from "@cutroom/db";
import { sql } from "drizzle-orm";
import type { AnyColumn, SQL } from "drizzle-orm";

const { step, stepLease } = schema;

/**
 * How far a task is by its steps, 0-100: what succeeded counts in full, what runs as far as its
 * last heartbeat said. Of the newest round.
 */
export function progressOfSteps(taskId: AnyColumn): SQL<number> {
  return sql<number>`coalesce((
    select floor(avg(case ${step.state} when 'SUCCEEDED' then 100
                     else coalesce(${stepLease.progress}, 0) end))::integer
      from ${step} left join ${stepLease} on ${stepLease.stepId} = ${step.id}
     where ${step.taskId} = ${taskId}
       and ${step.round} = (select max(newest.round) from ${step} newest
                             where newest.task_id = ${taskId})), 0)`;
}
