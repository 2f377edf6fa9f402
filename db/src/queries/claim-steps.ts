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

/** What one worker asks for. */
export interface ClaimAsk {
  readonly workerId: string;
  /** At most so many steps; at least 1. */
  readonly limit: number;
}

interface Row extends Record<string, unknown> {
  readonly claimed_step: string;
  readonly claimed_task: string;
  readonly claimed_tenant: string;
  readonly claimed_kind: StepKind;
  readonly claimed_attempt: number;
  /** Place of the ask, from 1. */
  readonly claimed_by: number;
}

const toClaimed = (row: Row): ClaimedRow => ({
  stepId: row.claimed_step,
  taskId: row.claimed_task,
  tenantId: row.claimed_tenant,
  kind: row.claimed_kind,
  attempt: row.claimed_attempt,
});

/**
 * Serves several asks for steps of one pool in one statement, as if one had followed the other
 * (C8, C9); the answer has one list for each ask, in the order of `pick`. Step and task become
 * RUNNING, the attempt goes up and the lease runs by the database's clock, all or nothing. Claims
 * of one pool follow one another, so no cap is ever overrun. With `stepId` only that step is
 * looked at.
 */
export async function claimForMany(
  database: Database | Transaction,
  claim: {
    readonly pool: PoolName;
    readonly asks: readonly ClaimAsk[];
    readonly leaseMs: number;
    readonly stepId?: string;
  },
): Promise<readonly (readonly ClaimedRow[])[]> {
  const { pool, asks, leaseMs, stepId } = claim;
  const workers = sql.param(asks.map((ask) => ask.workerId));
  const limits = sql.param(asks.map((ask) => ask.limit));
  const result = await database.execute<Row>(sql`
    select * from cutroom_claim(${pool}, ${workers}::text[], ${limits}::integer[],
                                ${milliseconds(leaseMs)}, ${stepId ?? null}::text)`);
  return asks.map((_, at) =>
    result.rows.filter((row) => row.claimed_by === at + 1).map((row) => toClaimed(row)),
  );
}

/** The same for one worker. */
export async function claimSteps(
  database: Database | Transaction,
  claim: ClaimAsk & {
    readonly pool: PoolName;
    readonly leaseMs: number;
    readonly stepId?: string;
  },
): Promise<readonly ClaimedRow[]> {
  const { workerId, limit, ...rest } = claim;
  const [claimed = []] = await claimForMany(database, { ...rest, asks: [{ workerId, limit }] });
  return claimed;
}
