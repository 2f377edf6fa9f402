import { WORST_TIER } from "@cutroom/domain";
import type { PoolName, PoolPressure, RunningWork, StepKind, Tier } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

export interface LanePressure extends PoolPressure {
  readonly isFreePaused: boolean;
  readonly paidWaitMs: number;
}

async function readRunning(tx: Transaction, pool: PoolName): Promise<readonly RunningWork[]> {
  const result = await tx.execute<{
    id: string;
    attempt: number;
    kind: StepKind;
    tier: Tier;
    running_ms: number;
    asked: boolean;
  }>(sql`
    select step.id, step.attempt, step.kind, step.tier,
           (extract(epoch from now() - step.started_at) * 1000)::float8 as running_ms,
           lease.preempt_requested_at is not null as asked
      from step join step_lease lease on lease.step_id = step.id
     where step.pool = ${pool} and coalesce(step.state = 'RUNNING', false) and step.tier = ${WORST_TIER}
     order by step.started_at desc, step.id limit 200`);
  return result.rows.map((row) => ({
    stepId: row.id,
    attempt: row.attempt,
    kind: row.kind,
    tier: row.tier,
    runningMs: row.running_ms,
    isAskedToStop: row.asked,
  }));
}

/** The lane's row, locked: two that relieve one pool at once do not both ask somebody to stop. */
async function lockLane(tx: Transaction, pool: PoolName) {
  const result = await tx.execute<{ paused: boolean; is_full: boolean }>(sql`
    with held as (select * from lane where pool = ${pool} for no key update)
    select held.free_paused as paused,
           coalesce(held.max_in_flight <= (
             select count(*) from step where pool = held.pool and coalesce(state = 'RUNNING', false)), false)
           or not exists (
             select from worker
              where held.pool = any (worker.pools)
                and worker.last_seen_at > now() - interval '45 seconds'
                and worker.slots > (select count(*) from step_lease where worker_id = worker.id)
           ) as is_full
      from held`);
  const row = result.rows[0];
  return row === undefined ? null : { isFreePaused: row.paused, isFull: row.is_full };
}

/** How long each tenant's work has waited that no cap of its own keeps back. */
async function readWaits(tx: Transaction, pool: PoolName) {
  const result = await tx.execute<{ tier: Tier; wait_ms: number }>(sql`
    select h.tier, (extract(epoch from now() - h.run_at) * 1000)::float8 as wait_ms
      from cutroom_heads(${pool}, null) h
     where h.tier < ${WORST_TIER}
       and (h.tenant_cap = 0 or h.tenant_busy < h.tenant_cap)
       and (h.user_cap = 0 or h.user_busy < h.user_cap)
       and (h.model_cap = 0 or h.model_busy < h.model_cap)`);
  return result.rows;
}

/** What weighs on a pool now; null when there is no such pool. Holds the lane until commit. */
export async function readPressure(tx: Transaction, pool: PoolName): Promise<LanePressure | null> {
  const lane = await lockLane(tx, pool);
  if (lane === null) return null;
  const waits = await readWaits(tx, pool);
  return {
    pool,
    ...lane,
    running: await readRunning(tx, pool),
    bestTierWaitsMs: waits.filter((row) => row.tier === 0).map((row) => row.wait_ms),
    paidWaitMs: Math.max(0, ...waits.map((row) => row.wait_ms)),
  };
}

/** Flags an attempt that still runs; its worker hears of it with the next heartbeat. */
export async function askToStop(tx: Transaction, work: RunningWork): Promise<void> {
  await tx.execute(sql`
    update step_lease set preempt_requested_at = now()
     where step_id = ${work.stepId} and attempt = ${work.attempt}
       and preempt_requested_at is null`);
}

export async function pauseFree(tx: Transaction, pool: PoolName, paused: boolean): Promise<void> {
  await tx.execute(sql`update lane set free_paused = ${paused} where pool = ${pool}`);
}

/** Forgets workers that ended without a word a day ago. */
export async function forgetWorkers(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from worker where last_seen_at < now() - interval '1 day'`);
}
