import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { milliseconds } from "./states.ts";

/** Tasks that waited too long to be published or claimed (C1). */
export async function findOverdueTasks(
  tx: Transaction,
  limits: { readonly createdMs: number; readonly queuedMs: number; readonly limit: number },
): Promise<readonly string[]> {
  const result = await tx.execute<{ id: string }>(sql`
    select id from task
     where finished_at is null and state in ('CREATED', 'QUEUED')
       and accepted_at < now() - ${milliseconds(Math.min(limits.createdMs, limits.queuedMs))}
       and case state
             when 'CREATED' then accepted_at < now() - ${milliseconds(limits.createdMs)}
             else coalesce(queued_at, round_started_at) < now() - ${milliseconds(limits.queuedMs)}
           end
     order by accepted_at, id limit ${limits.limit}`);
  return result.rows.map((row) => row.id);
}

/**
 * Tasks that are past their end-to-end deadline while some of their steps only wait. What is at
 * work has its own limit (C10).
 */
export async function findPastDeadline(tx: Transaction, limit: number): Promise<readonly string[]> {
  const result = await tx.execute<{ id: string }>(sql`
    select id from task
     where finished_at is null and state = 'RUNNING' and deadline_at <= now()
       and exists (select from step where step.task_id = task.id and step.round = task.round
                    and step.state in ('NEW', 'READY', 'RETRY_WAIT'))
     order by deadline_at, id limit ${limit}`);
  return result.rows.map((row) => row.id);
}
