import { schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { asc, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";

const { step } = schema;
const LIMIT = 200;

/** Doubts of all tenants, oldest first: each holds somebody's credits (C8). */
export async function listUnknownSteps(deps: Deps) {
  const rows = await deps.database
    .select()
    .from(step)
    .where(sql`coalesce(${step.state} = 'UNKNOWN', false)`)
    .orderBy(asc(step.requestSentAt))
    .limit(LIMIT);
  return ok({
    steps: rows.map((row) => ({
      step_id: row.id,
      tenant_id: row.tenantId,
      task_id: row.taskId,
      attempt: row.attempt,
      model: row.modelVersion,
      request_key: row.requestKey,
      request_sent_at: (row.requestSentAt ?? row.runAt).toISOString(),
      internal: row.failureInternal,
    })),
  });
}
