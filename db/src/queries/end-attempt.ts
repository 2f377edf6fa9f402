import { stepTargetOf, targetOf } from "@cutroom/domain";
import type { StepEvent, TaskEvent } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import type { Fence } from "./renew-lease.ts";
import { milliseconds, stepSources, taskSources } from "./states.ts";

/** How an attempt ended, as one pair of moves. */
export type AttemptEnd =
  | { readonly step: "succeed"; readonly task: "succeed"; readonly result: unknown }
  | {
      readonly step: "fail";
      readonly task: "fail";
      readonly code: string;
      readonly internal: string;
    }
  | { readonly step: "expire"; readonly task: "cancel" }
  | {
      readonly step: "retry";
      readonly task: "redispatch";
      readonly code: string;
      readonly internal: string;
      readonly delayMs: number;
    };

/** Who may end it: the worker whose lease holds, or the scanner once the lease has run out. */
export type EndedBy =
  | Fence
  | { readonly stepId: string; readonly attempt: number; readonly expired: true };

function guard(by: EndedBy): SQL {
  return "expired" in by
    ? sql`lease.lease_until <= now()`
    : sql`lease.worker_id = ${by.workerId} and lease.lease_until > now()`;
}

function stepFacts(end: AttemptEnd): SQL {
  if (end.step === "succeed") {
    return sql`result = ${JSON.stringify(end.result)}::jsonb, finished_at = now()`;
  }
  if (end.step === "expire") return sql`finished_at = now()`;
  const failure = sql`failure_code = ${end.code}, failure_internal = ${end.internal}`;
  return end.step === "fail"
    ? sql`${failure}, finished_at = now()`
    : sql`${failure}, run_at = now() + ${milliseconds(end.delayMs)}`;
}

function taskFacts(end: AttemptEnd): SQL {
  if (end.task === "redispatch") return sql`progress = 0`;
  if (end.task === "cancel") return sql`finished_at = now(), failure_code = 'CANCELED'`;
  const finished = sql`finished_at = now(), provider_finished_at = now()`;
  return end.task === "fail"
    ? sql`${finished}, failure_code = ${end.code}, failure_internal = ${end.internal}`
    : sql`${finished}, output_stored_at = now(), preview_ready_at = now(), progress = 100`;
}

/**
 * Ends one attempt (C8): step and task move together and the lease goes, all or nothing. Null
 * when the attempt does not hold the step any more; a stale worker changes nothing.
 */
export async function endAttempt(
  tx: Transaction,
  by: EndedBy,
  end: AttemptEnd,
): Promise<{ taskId: string; tenantId: string } | null> {
  const [stepEvent, taskEvent]: [StepEvent, TaskEvent] = [end.step, end.task];
  const result = await tx.execute<{ task_id: string; tenant_id: string }>(sql`
    with held as (
      select step.id, step.task_id
        from task join step on step.task_id = task.id join step_lease lease on lease.step_id = step.id
       where step.id = ${by.stepId} and step.attempt = ${by.attempt} and lease.attempt = step.attempt
         and step.state = 'RUNNING' and step.state in ${stepSources(stepEvent)}
         and task.state = 'RUNNING' and task.state in ${taskSources(taskEvent)} and ${guard(by)}
         for update of task, step, lease
    ), moved as (
      update step set state = ${stepTargetOf(stepEvent)}::step_state, ${stepFacts(end)}
        from held where step.id = held.id
      returning step.task_id, step.tenant_id
    ), task_moved as (
      update task set state = ${targetOf(taskEvent)}::task_state, version = version + 1,
             ${taskFacts(end)}
        from held where task.id = held.task_id
    ), freed as (
      delete from step_lease using held where step_id = held.id
    )
    select task_id, tenant_id from moved`);
  const row = result.rows[0];
  return row === undefined ? null : { taskId: row.task_id, tenantId: row.tenant_id };
}

/** Steps whose worker has gone silent, oldest first (C8). */
export async function findExpiredLeases(
  tx: Transaction,
  limit: number,
): Promise<readonly { stepId: string; attempt: number; cancelRequested: boolean }[]> {
  const result = await tx.execute<{ step_id: string; attempt: number; cancel: boolean }>(sql`
    select lease.step_id, lease.attempt, task.cancel_requested_at is not null as cancel
      from step_lease lease join step on step.id = lease.step_id join task on task.id = step.task_id
     where lease.lease_until <= now() and step.state = 'RUNNING'
     order by lease.lease_until limit ${limit}`);
  return result.rows.map((row) => ({
    stepId: row.step_id,
    attempt: row.attempt,
    cancelRequested: row.cancel,
  }));
}
