import type { StepProgress } from "@cutroom/domain";
import { getTableName, sql } from "drizzle-orm";
import type { AnyColumn, SQL } from "drizzle-orm";

export interface StepGlance extends StepProgress {
  readonly id: string;
  readonly attempt: number;
  /** ISO 8601; since when a finished output waits for the store (C10). */
  readonly heldSince: string | null;
}

/**
 * The steps of a task's newest round, each as far as its last heartbeat said. `taskId` is a
 * column of the outer query, named with its table: inside, its bare name means another.
 */
export function glanceAtSteps(taskId: AnyColumn): SQL<readonly StepGlance[]> {
  const outer = sql`${sql.identifier(getTableName(taskId.table))}.${sql.identifier(taskId.name)}`;
  return sql<readonly StepGlance[]>`coalesce((
    select jsonb_agg(jsonb_build_object('id', one.id, 'attempt', one.attempt, 'state', one.state,
             'progress', coalesce(lease.progress, 0), 'estSeconds', one.est_seconds,
             'heldSince', case when one.finished_at is null then one.held_since end))
      from step one left join step_lease lease on lease.step_id = one.id
     where one.task_id = ${outer}
       and one.round = (select max(newest.round) from step newest
                         where newest.task_id = ${outer})), '[]')`;
}
