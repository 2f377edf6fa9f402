import { BREAKER_WINDOW_MS, POOL_NAMES, failureClasses } from "@cutroom/domain";
import type { BreakerFacts, BreakerMove, BreakerState, PoolName } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../database.ts";
import { milliseconds } from "./states.ts";

const names = sql.join(
  POOL_NAMES.map((pool) => sql`(${pool}::text)`),
  sql`, `,
);
const notOurs = sql.join(
  Object.entries(failureClasses).flatMap(([code, by]) => (by === "platform" ? [] : [sql`${code}`])),
  sql`, `,
);
/** A worker that has said nothing for this long serves nothing. */
export const ALIVE = sql`last_seen_at > now() - interval '45 seconds'`;
/** Tasks that began before this have no attempt in the window that is worth counting. */
const OLDEST = sql`interval '2 hours'`;

export interface BreakerRow extends BreakerFacts {
  readonly pool: PoolName;
}

interface Stored extends Record<string, unknown> {
  readonly pool: PoolName;
  readonly state: BreakerState;
  readonly for_ms: number;
  readonly times: number;
  readonly ends: number;
  readonly failures: number;
}

const presentBreaker = (row: Stored): BreakerRow => ({
  pool: row.pool,
  state: row.state,
  forMs: row.for_ms,
  times: row.times,
  ends: row.ends,
  failures: row.failures,
});

/**
 * The breakers and what their pools did in the window, or since the breaker moved. An attempt that
 * waits for its retry has failed; wrong input is not the pool's fault.
 */
export async function readBreakers(tx: Transaction): Promise<readonly BreakerRow[]> {
  const result = await tx.execute<Stored>(sql`
    with breaker as (
      select name.pool, coalesce(row.state, 'CLOSED') as state, coalesce(row.times, 0) as times,
             coalesce(row.since, 'epoch'::timestamptz) as since
        from (values ${names}) as name (pool) left join pool_breaker row on row.pool = name.pool
    ), ended as (
      select step.pool, step.state::text as state, step.failure_code,
             case when step.state = 'RETRY_WAIT' then step.run_at else step.finished_at end as at
        from task join step on step.task_id = task.id
       where task.round_started_at > now() - ${OLDEST}
         and step.state in ('SUCCEEDED', 'FAILED', 'RETRY_WAIT')
         -- The pool has done its work; the store did not take it.
         and step.held_by is null
    )
    select breaker.pool, breaker.state, breaker.times,
           (extract(epoch from now() - breaker.since) * 1000)::float8 as for_ms,
           count(ended.pool)::int as ends,
           count(ended.pool) filter (where ended.state = 'RETRY_WAIT' or (
             ended.state = 'FAILED' and coalesce(ended.failure_code, '') <> all (array[${notOurs}]))
           )::int as failures
      from breaker left join ended on ended.pool = breaker.pool
       and ended.at > greatest(breaker.since, now() - ${milliseconds(BREAKER_WINDOW_MS)})
     group by breaker.pool, breaker.state, breaker.times, breaker.since`);
  return result.rows.map(presentBreaker);
}

/** Writes what was seen, and where the breaker went; false when somebody else moved it first. */
export async function keepBreaker(
  tx: Transaction,
  seen: BreakerRow,
  move: BreakerMove | null,
): Promise<boolean> {
  const { state, times } = move ?? seen;
  const result = await tx.execute(sql`
    insert into pool_breaker as kept (pool, state, times, ends, failures, since)
    values (${seen.pool}, ${state}, ${times}, ${seen.ends}, ${seen.failures},
            case when ${state} = ${seen.state} then 'epoch'::timestamptz else now() end)
    on conflict (pool) do update
       set state = excluded.state, times = excluded.times, ends = excluded.ends,
           failures = excluded.failures, looked_at = now(),
           since = case when kept.state = excluded.state then kept.since else now() end
     where kept.state = ${seen.state} and kept.times = ${seen.times}
    returning pool`);
  return result.rows.length > 0;
}

/**
 * Moves what waits in a pool to its backup, all but the first `keep`, if a live worker serves the
 * backup; how many. A step is moved once, so no two pools throw it to each other.
 */
export async function moveToBackup(
  tx: Transaction,
  move: {
    readonly from: PoolName;
    readonly to: PoolName;
    readonly keep: number;
    readonly limit: number;
    /** Only what has waited for at least this long. */
    readonly waitedMs: number;
  },
): Promise<number> {
  const result = await tx.execute(sql`
    with moving as (
      select id from step
       where pool = ${move.from} and coalesce(state in ('READY', 'RETRY_WAIT'), false)
         and home_pool is null and run_at <= now() - ${milliseconds(move.waitedMs)}
         and exists (select from worker where ${move.to} = any (pools) and ${ALIVE})
       order by run_at, id offset ${move.keep} limit ${move.limit} for update skip locked
    )
    update step set pool = ${move.to}, home_pool = ${move.from}
      from moving where step.id = moving.id returning step.id`);
  return result.rows.length;
}

/**
 * How many steps of a crowded pool the idle workers of its backup could take: their free slots, or
 * 0 while a worker of the pool itself has one.
 */
export async function spareOfBackup(
  tx: Transaction,
  pools: { readonly from: PoolName; readonly to: PoolName },
): Promise<number> {
  const result = await tx.execute<{ spare: number }>(sql`
    with alive as (
      select pools, slots - (select count(*) from step_lease where worker_id = worker.id) as free
        from worker where ${ALIVE}
    )
    select case when exists (select from alive where ${pools.from} = any (pools) and free > 0) then 0
                else coalesce(sum(free) filter (where ${pools.to} = any (pools) and free > 0), 0)
            end::int as spare
      from alive`);
  return result.rows[0]?.spare ?? 0;
}

export interface PoolStanding extends BreakerRow {
  readonly workers: number;
  readonly slots: number;
  readonly waiting: number;
  /** Those of them that another pool's breaker, or its crowd, sent here. */
  readonly guests: number;
  readonly running: number;
  /** Seconds; null: nothing waits. */
  readonly oldestWaitS: number | null;
}

/** Every pool as it stands now: who serves it, what waits and runs, and its breaker (O5). */
export async function readPools(
  database: Database | Transaction,
): Promise<readonly PoolStanding[]> {
  const result = await database.execute<
    Stored & {
      readonly workers: number;
      readonly slots: number;
      readonly waiting: number;
      readonly guests: number;
      readonly running: number;
      readonly oldest: number | null;
    }
  >(sql`
    select name.pool, coalesce(row.state, 'CLOSED') as state, coalesce(row.times, 0) as times,
           coalesce(row.ends, 0) as ends, coalesce(row.failures, 0) as failures,
           coalesce(extract(epoch from now() - row.since) * 1000, 0)::float8 as for_ms,
           served.workers, served.slots, work.waiting, work.guests, work.running, work.oldest
      from (values ${names}) as name (pool)
      left join pool_breaker row on row.pool = name.pool
      cross join lateral (
        select count(*)::int as workers, coalesce(sum(slots), 0)::int as slots
          from worker where name.pool = any (pools) and ${ALIVE}) as served
      cross join lateral (
        select count(*) filter (where state <> 'RUNNING')::int as waiting,
               count(*) filter (where state <> 'RUNNING' and home_pool is not null)::int as guests,
               count(*) filter (where state = 'RUNNING')::int as running,
               extract(epoch from now() - min(run_at) filter (where state <> 'RUNNING'))::float8
                 as oldest
          from step where step.pool = name.pool and state in ('READY', 'RETRY_WAIT', 'RUNNING')) as work`);
  return result.rows.map((row) => {
    const { workers, slots, waiting, guests, running, oldest } = row;
    const oldestWaitS = oldest === null ? null : Math.max(0, oldest);
    return Object.assign(
      { workers, slots, waiting, guests, running, oldestWaitS },
      presentBreaker(row),
    );
  });
}
