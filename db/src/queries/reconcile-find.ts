/**
 * What each rule of the reconciliation looks at. The statements narrow down to what could be a
 * break; whether it is one is the rule's to say. Ages are the database's, in milliseconds.
 */
import { TERMINAL_TASK_STATES } from "@cutroom/domain";
import type { TaskState } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "../database.ts";

/** How long ago, milliseconds of the database's clock. */
export const ageMs = (since: SQL) => sql`(extract(epoch from now() - ${since}) * 1000)::float8`;

export interface HoldFacts {
  readonly tenantId: string;
  readonly taskId: string;
  readonly credits: number;
  readonly state: TaskState;
  readonly ageMs: number;
}

async function findHolds(tx: Transaction, of: SQL, limit: number): Promise<readonly HoldFacts[]> {
  const result = await tx.execute<{
    tenant_id: string;
    task_id: string;
    amount: number;
    state: TaskState;
    age: number;
  }>(sql`
    select held.tenant_id, held.task_id, held.amount, task.state,
           ${ageMs(sql`held.created_at`)} as age
      from reservation held join task on task.id = held.task_id
     where held.state = 'HELD' and ${of} order by held.created_at, held.id limit ${limit}`);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    taskId: row.task_id,
    credits: row.amount,
    state: row.state,
    ageMs: row.age,
  }));
}

const ended = sql`task.state in (${sql.join(
  TERMINAL_TASK_STATES.map((state) => sql`${state}::task_state`),
  sql`, `,
)})`;

/** What is held for work that has ended, oldest first. */
export const findHeldByEnded = (tx: Transaction, limit: number) => findHolds(tx, ended, limit);

/** What is held for work under way, oldest first. */
export const findHeldByLive = (tx: Transaction, limit: number) =>
  findHolds(tx, sql`not ${ended}`, limit);

export interface ChargeFacts {
  readonly tenantId: string;
  readonly taskId: string;
  readonly state: TaskState;
  readonly hasOutput: boolean;
  /** Charged, and neither given back nor made good. */
  readonly credits: number;
  readonly reason: string | null;
}

/** Charges of tasks that have nothing to show for it. */
export async function findBareCharges(
  tx: Transaction,
  limit: number,
): Promise<readonly ChargeFacts[]> {
  const result = await tx.execute<{
    tenant_id: string;
    task_id: string;
    state: TaskState;
    has_output: boolean;
    credits: number;
    reason: string | null;
  }>(sql`
    select charged.tenant_id, charged.task_id, task.state,
           (task.output is not null or asset.state = 'READY') is true as has_output,
           (charged.settled - charged.refunded - made.good)::integer as credits,
           charged.close_reason as reason
      from reservation charged join task on task.id = charged.task_id
      left join asset on asset.id = task.asset_id
      cross join lateral (
        select coalesce(sum(entry.amount), 0) as good from ledger_entry entry
         where entry.task_id = task.id and entry.kind = 'COMPENSATE' and entry.account = 'available'
      ) made
     where charged.settled > charged.refunded and charged.settled - charged.refunded > made.good
       and (task.state <> 'SUCCEEDED' or (task.output is null and asset.state is distinct from 'READY'))
     order by charged.closed_at, charged.id limit ${limit}`);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    taskId: row.task_id,
    state: row.state,
    hasOutput: row.has_output,
    credits: row.credits,
    reason: row.reason,
  }));
}

export interface DeliveryFacts {
  readonly tenantId: string;
  readonly taskId: string;
  readonly credits: number;
  readonly hasOutput: boolean;
  readonly reservation: "HELD" | "SETTLED" | "RELEASED" | null;
}

/** Finished work whose newest reservation was not charged. */
export async function findBareDeliveries(
  tx: Transaction,
  limit: number,
): Promise<readonly DeliveryFacts[]> {
  const result = await tx.execute<{
    tenant_id: string;
    task_id: string;
    credits: number;
    reservation: DeliveryFacts["reservation"];
  }>(sql`
    select task.tenant_id, task.id as task_id, newest.state as reservation,
           coalesce(newest.amount, task.credits_reserved) as credits
      from task left join lateral (
             select state, amount from reservation where reservation.task_id = task.id
              order by round desc limit 1) newest on true
     where task.state = 'SUCCEEDED' and task.output is not null
       and newest.state is distinct from 'SETTLED'
     order by task.finished_at, task.id limit ${limit}`);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    taskId: row.task_id,
    credits: row.credits,
    hasOutput: true,
    reservation: row.reservation,
  }));
}

export interface ExportFacts {
  readonly tenantId: string;
  readonly taskId: string;
  readonly videoKey: string;
  readonly credits: number;
  readonly recordedBytes: number;
}

/** Finished exports after one task id in the order of ids, and those that are named. */
export async function findStoredExports(
  tx: Transaction,
  which: { readonly after: string; readonly limit: number; readonly also: readonly string[] },
): Promise<readonly ExportFacts[]> {
  const also = sql`array[${sql.join(
    which.also.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`;
  const result = await tx.execute<{
    tenant_id: string;
    id: string;
    video_key: string;
    bytes: string;
    credits: string;
  }>(sql`
    with looked as (
      (select id from task where state = 'SUCCEEDED' and output is not null and id > ${which.after}
          -- A clip that its owner has deleted is gone on purpose.
          and not exists (select from asset
                           where asset.id = task.asset_id and asset.deleted_at is not null)
        order by id limit ${which.limit})
      union select unnest(${also})
    )
    select task.tenant_id, task.id, task.output ->> 'videoKey' as video_key,
           (task.output ->> 'sizeBytes')::bigint as bytes,
           (select coalesce(sum(settled - refunded), 0) from reservation
             where reservation.task_id = task.id) as credits
      from looked join task on task.id = looked.id
     where task.state = 'SUCCEEDED' and task.output is not null order by task.id`);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    taskId: row.id,
    videoKey: row.video_key,
    recordedBytes: Number(row.bytes),
    credits: Number(row.credits),
  }));
}

/** Those of `keys` that a file, an upload or a finished task names. */
export async function findNamedKeys(
  tx: Transaction,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const list = sql`array[${sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )}]::text[]`;
  const result = await tx.execute<{ key: string }>(sql`
    with asked as (select unnest(${list}) as key),
    tenants as (select distinct split_part(key, '/', 1) as id from asked),
    named as (
      select unnest(array[original_key, master_key, proxy_key, poster_key, peaks_key, filmstrip_key])
               as key from asset where tenant_id in (select id from tenants)
      union all
      select object_key from upload where state = 'OPEN' and tenant_id in (select id from tenants)
      union all
      select unnest(array[output ->> 'videoKey', output ->> 'posterKey',
                          output -> 'filmstrip' ->> 'key'])
        from task where output is not null and tenant_id in (select id from tenants)
      union all
      select jsonb_array_elements(output -> 'stream') ->> 'key'
        from task where jsonb_typeof(output -> 'stream') = 'array'
                    and tenant_id in (select id from tenants)
      union all select store_key from evidence_archive where destroyed_at is null
    )
    select key from asked where key in (select key from named where key is not null)`);
  return new Set(result.rows.map((row) => row.key));
}
