import type { StepState, TaskScene } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import type { Fence } from "./renew-lease.ts";
import { milliseconds } from "./states.ts";

/**
 * Who may end an attempt: the worker whose lease holds; the scanner once the lease has run out
 * or the worker has outlived `limitMs`; whoever knows what became of a vendor's job.
 */
export type EndedBy =
  | Fence
  | { readonly stepId: string; readonly attempt: number; readonly expired: true }
  | { readonly stepId: string; readonly attempt: number; readonly limitMs: number }
  | { readonly stepId: string; readonly attempt: number; readonly resolves: true };

/** An attempt, its task locked until commit: nobody else can move any step of that task. */
export interface HeldAttempt {
  readonly stepId: string;
  readonly attempt: number;
  readonly state: StepState;
  readonly requestSent: boolean;
  readonly taskId: string;
  readonly tenantId: string;
  readonly scene: TaskScene;
  readonly round: number;
  readonly version: number;
  readonly cancelRequested: boolean;
  readonly retriesUsed: number;
  readonly retryBudget: number;
  readonly overdue: boolean;
  /** How long the holder of the lease has held its output; null: it holds none. */
  readonly heldForMs: number | null;
  /** How many steps the round has. */
  readonly steps: number;
}

function guard(by: EndedBy): SQL {
  if ("resolves" in by) return sql`true`;
  const ofAttempt = sql`lease.attempt = step.attempt`;
  if ("expired" in by) return sql`${ofAttempt} and lease.lease_until <= now()`;
  if ("limitMs" in by) {
    return sql`${ofAttempt} and step.started_at <= now() - ${milliseconds(by.limitMs)}`;
  }
  return sql`${ofAttempt} and lease.worker_id = ${by.workerId} and lease.lease_until > now()`;
}

interface Row extends Record<string, unknown> {
  readonly state: StepState;
  readonly request_sent: boolean;
  readonly task_id: string;
  readonly tenant_id: string;
  readonly scene: TaskScene;
  readonly round: number;
  readonly version: number;
  readonly cancel_requested: boolean;
  readonly retries_used: number;
  readonly retry_budget: number;
  readonly overdue: boolean;
  readonly held_for_ms: number | null;
  readonly steps: number;
}

/**
 * Locks the task first, then step and lease: the order of everybody who needs more than one of
 * them. Null when `by` has no right to end this attempt.
 */
export async function lockAttempt(tx: Transaction, by: EndedBy): Promise<HeldAttempt | null> {
  const doubt = "resolves" in by;
  const lease = doubt ? sql`` : sql`join step_lease lease on lease.step_id = step.id`;
  const heldFor = doubt
    ? sql`null::float8`
    : sql`case when step.held_by = lease.worker_id
               then (extract(epoch from now() - step.held_since) * 1000)::float8 end`;
  const result = await tx.execute<Row>(sql`
    select step.state, step.request_sent_at is not null as request_sent, step.task_id,
           task.tenant_id, task.scene, task.round, task.version, task.retries_used,
           task.retry_budget, task.cancel_requested_at is not null as cancel_requested,
           coalesce(task.deadline_at <= now(), false) as overdue, ${heldFor} as held_for_ms,
           (select count(*)::int from step other
             where other.task_id = task.id and other.round = task.round) as steps
      from task join step on step.task_id = task.id and step.round = task.round ${lease}
     where step.id = ${by.stepId} and step.attempt = ${by.attempt}
       and step.state = ${doubt ? "UNKNOWN" : "RUNNING"}::step_state
       and task.state = 'RUNNING' and ${guard(by)}
       for update of ${sql.raw(doubt ? "task, step" : "task, step, lease")}`);
  const row = result.rows[0];
  if (row === undefined) return null;
  return {
    stepId: by.stepId,
    attempt: by.attempt,
    state: row.state,
    requestSent: row.request_sent,
    taskId: row.task_id,
    tenantId: row.tenant_id,
    scene: row.scene,
    round: row.round,
    version: row.version,
    cancelRequested: row.cancel_requested,
    retriesUsed: row.retries_used,
    retryBudget: row.retry_budget,
    overdue: row.overdue,
    heldForMs: row.held_for_ms,
    steps: row.steps,
  };
}
