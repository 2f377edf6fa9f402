import type { PoolName, StepKind } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { milliseconds } from "./states.ts";

export interface ClaimedRow {
  readonly stepId: string;
  readonly taskId: string;
  readonly tenantId: string;
  readonly kind: StepKind;
  readonly attempt: number;
}

/**
 * Gives a worker the best steps of a pool that it may run, at most `limit`, in the order of
 * `pick` (C8, C9). One statement: step and task become RUNNING, the attempt goes up and the
 * lease runs by the database's clock, all or nothing. Picks of one pool follow one another, so
 * no cap is ever overrun. With `stepId` only that step is looked at.
 */
export async function claimSteps(
  database: Database | Transaction,
  claim: {
    readonly pool: PoolName;
    readonly workerId: string;
    readonly limit: number;
    readonly leaseMs: number;
    readonly stepId?: string;
  },
): Promise<readonly ClaimedRow[]> {
  const result = await database.execute<{
    claimed_step: string;
    claimed_task: string;
    claimed_tenant: string;
    claimed_kind: StepKind;
    claimed_attempt: number;
  }>(sql`
    select * from cutroom_claim(${claim.pool}, ${claim.workerId}, ${claim.limit}::integer,
                                ${milliseconds(claim.leaseMs)}, ${claim.stepId ?? null}::text)`);
  return result.rows.map((row) => ({
    stepId: row.claimed_step,
    taskId: row.claimed_task,
    tenantId: row.claimed_tenant,
    kind: row.claimed_kind,
    attempt: row.claimed_attempt,
  }));
}
