import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { milliseconds } from "./states.ts";

export interface Fence {
  readonly stepId: string;
  readonly workerId: string;
  readonly attempt: number;
}

export interface RenewedLease {
  readonly taskId: string;
  readonly tenantId: string;
  readonly cancelRequested: boolean;
  /** Better work waits for the slot (C9). */
  readonly preemptRequested: boolean;
}

/**
 * Extends a lease that still holds (C8). Null tells the worker that it has lost the step and
 * must stop: the lease ran out, or a later attempt exists.
 */
export async function renewLease(
  database: Database | Transaction,
  renewal: Fence & { readonly leaseMs: number; readonly progress?: number },
): Promise<RenewedLease | null> {
  const result = await database.execute<{
    task_id: string;
    tenant_id: string;
    cancel: boolean;
    preempt: boolean;
  }>(sql`
    update step_lease as lease
       set lease_until = now() + ${milliseconds(renewal.leaseMs)},
           progress = greatest(lease.progress, ${renewal.progress ?? 0}::integer)
      from step join task on task.id = step.task_id
     where lease.step_id = ${renewal.stepId} and lease.worker_id = ${renewal.workerId}
       and lease.attempt = ${renewal.attempt} and lease.lease_until > now()
       and step.id = lease.step_id and step.state = 'RUNNING' and step.attempt = lease.attempt
    returning step.task_id, step.tenant_id, task.cancel_requested_at is not null as cancel,
              lease.preempt_requested_at is not null as preempt`);
  const row = result.rows[0];
  return row === undefined
    ? null
    : {
        taskId: row.task_id,
        tenantId: row.tenant_id,
        cancelRequested: row.cancel,
        preemptRequested: row.preempt,
      };
}
