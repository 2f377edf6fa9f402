import { sql } from "drizzle-orm";
import type { StepKind } from "@cutroom/domain";
import type { Transaction } from "../database.ts";
import { milliseconds, stepSources, taskSources } from "./states.ts";

export interface ClaimedRow {
  readonly stepId: string;
  readonly taskId: string;
  readonly tenantId: string;
  readonly kind: StepKind;
  readonly attempt: number;
}

/**
 * Takes the lease of a step by the database's clock (C8): step and task become RUNNING and the
 * attempt goes up, all or nothing. Null when another worker was faster, or nothing is ready.
 */
export async function claimStep(
  tx: Transaction,
  claim: { readonly stepId: string; readonly workerId: string; readonly leaseMs: number },
): Promise<ClaimedRow | null> {
  const result = await tx.execute<{
    id: string;
    task_id: string;
    tenant_id: string;
    kind: StepKind;
    attempt: number;
  }>(sql`
    with picked as (
      select step.id, task.id as task_id
        from task join step on step.task_id = task.id
       where step.id = ${claim.stepId}
         and step.state in ${stepSources("claim")} and step.run_at <= now()
         and task.state in ${taskSources("claim")}
         for update of task, step
    ), started as (
      update task set state = 'RUNNING', version = version + 1,
             dispatch_started_at = coalesce(dispatch_started_at, now()),
             provider_submitted_at = coalesce(provider_submitted_at, now()),
             provider_started_at = now()
        from picked where task.id = picked.task_id
    ), claimed as (
      update step set state = 'RUNNING', attempt = attempt + 1, started_at = now()
        from picked where step.id = picked.id
      returning step.id, step.task_id, step.tenant_id, step.kind, step.attempt
    ), leased as (
      insert into step_lease (step_id, attempt, worker_id, lease_until, progress)
      select id, attempt, ${claim.workerId}, now() + ${milliseconds(claim.leaseMs)}, 0 from claimed
      on conflict (step_id) do update
         set attempt = excluded.attempt, worker_id = excluded.worker_id,
             lease_until = excluded.lease_until, progress = 0
    )
    select * from claimed`);
  const row = result.rows[0];
  if (row === undefined) return null;
  const { id: stepId, task_id: taskId, tenant_id: tenantId, kind, attempt } = row;
  return { stepId, taskId, tenantId, kind, attempt };
}
