import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import type { Fence } from "./renew-lease.ts";

/**
 * Says, before it is sent, that a request to a vendor may leave now (C8, G2). Commit this
 * first: from here on a lost worker means a doubt, not another try. Answers the key under which
 * to send it, the same for every attempt of the step; null when the lease does not hold.
 */
export async function noteRequest(
  tx: Transaction,
  request: Fence & { readonly key: string },
): Promise<{ key: string } | null> {
  const result = await tx.execute<{ key: string }>(sql`
    with held as (
      select step.id, step.task_id, step.request_key is null as is_first
        from task join step on step.task_id = task.id join step_lease lease on lease.step_id = step.id
       where step.id = ${request.stepId} and step.attempt = ${request.attempt}
         and step.state = 'RUNNING' and lease.attempt = step.attempt
         and lease.worker_id = ${request.workerId} and lease.lease_until > now()
         for update of task, step, lease
    ), submitted as (
      update task set provider_submitted_at = now()
        from held where task.id = held.task_id and held.is_first
    )
    update step set request_sent_at = now(), request_key = coalesce(request_key, ${request.key})
      from held where step.id = held.id
    returning step.request_key as key`);
  return result.rows[0] ?? null;
}
