import { OVERRUN_GRACE_MS, STEP_KINDS, deadlineMs } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import type { EndedBy } from "./lock-attempt.ts";
import { milliseconds } from "./states.ts";

export interface ExpiredLease {
  readonly by: Extract<EndedBy, { expired: true } | { limitMs: number }>;
  /** False: the worker still sends heartbeats, long after the limit of one attempt. */
  readonly isSilent: boolean;
}

const limits = sql.join(
  STEP_KINDS.map(
    (kind) => sql`(${kind}::step_kind, ${deadlineMs(kind) + OVERRUN_GRACE_MS}::double precision)`,
  ),
  sql`, `,
);

/** Steps whose worker has gone silent or has outlived its limit, oldest first (C8). */
export async function findExpiredLeases(
  tx: Transaction,
  limit: number,
): Promise<readonly ExpiredLease[]> {
  const result = await tx.execute<{
    step_id: string;
    attempt: number;
    limit_ms: number;
    silent: boolean;
  }>(sql`
    select lease.step_id, lease.attempt, bound.limit_ms, lease.lease_until <= now() as silent
      from step_lease lease join step on step.id = lease.step_id
      join (values ${limits}) as bound (kind, limit_ms) on bound.kind = step.kind
     where step.state = 'RUNNING'
       and (lease.lease_until <= now()
            or step.started_at <= now() - ${milliseconds(sql`bound.limit_ms`)})
     order by lease.lease_until, lease.step_id limit ${limit}`);
  return result.rows.map(({ step_id: stepId, attempt, limit_ms: limitMs, silent }) => ({
    by: silent ? { stepId, attempt, expired: true } : { stepId, attempt, limitMs },
    isSilent: silent,
  }));
}
