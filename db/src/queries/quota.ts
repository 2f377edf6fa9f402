/**
 * Quota, counted from the reservations themselves (C5). The database decides; the copy in the
 * key-value store only spares it work. The platform's lock orders those who trust the copy
 * (shared) and those who do without it or rebuild it (alone). Lock order: tenant, platform.
 */
import type { QuotaLayer, RiskSignals } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { quotaCopy } from "../schema/index.ts";

const PLATFORM_LOCK = sql`hashtextextended('quota/platform', 0)`;

/** Start of the calendar window in UTC by the database's clock. */
const startOf = (window: string): SQL =>
  sql`date_trunc(${window}, now() at time zone 'utc') at time zone 'utc'`;

/**
 * Takes the tenant's money until commit; with `shared`, then also the right to trust the copy:
 * whoever must be alone with the platform waits until this transaction has ended.
 */
export async function lockForSubmit(
  tx: Transaction,
  lock: { readonly tenantId: string; readonly platform: "shared" | "free" },
): Promise<{ readonly available: number }> {
  const shared =
    lock.platform === "shared"
      ? sql`pg_advisory_xact_lock_shared(${PLATFORM_LOCK})::text`
      : sql`''`;
  const result = await tx.execute<{ balance: string }>(sql`
    with held as materialized (
      select balance from ledger_account
       where tenant_id = ${lock.tenantId} and kind = 'available' for update)
    select balance, ${shared} as locked from held`);
  return { available: Number(result.rows[0]?.balance ?? 0) };
}

/** Keeps everybody out who would admit, until commit. */
export async function lockPlatform(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PLATFORM_LOCK})`);
}

function countOf(layer: QuotaLayer): SQL {
  if (layer.name === "platform.in-flight") return sql`platform.in_flight`;
  if (layer.name === "pool.in-flight") return sql`platform.pool_in_flight`;
  if (layer.name === "platform.minute") return sql`platform.minute_credits`;
  const mine =
    layer.scope === "user"
      ? sql`tenant_id = me.tenant_id and user_id = me.user_id`
      : sql`tenant_id = me.tenant_id`;
  if (layer.window === null) {
    return sql`(select count(*) from reservation where ${mine} and state = 'HELD')`;
  }
  const what =
    layer.measure === "credits" ? sql`coalesce(sum(cutroom_used(reservation)), 0)` : sql`count(*)`;
  return sql`(select ${what} from reservation
               where ${mine} and created_at >= ${startOf(layer.window)})`;
}

export interface QuotaReading {
  /** Use of each layer asked for, in its order. */
  readonly used: readonly number[];
  readonly signals: RiskSignals;
  readonly copy: { readonly epoch: number; readonly isWhole: boolean };
}

/** What is used of `layers`, and all else that decides about a submit, in one statement. */
export async function readQuota(
  tx: Transaction,
  ask: {
    readonly tenantId: string;
    readonly userId: string;
    readonly pool: string;
    readonly inputDigest: string;
    readonly layers: readonly QuotaLayer[];
  },
): Promise<QuotaReading> {
  const { tenantId, userId, pool, inputDigest, layers } = ask;
  const needsPlatform = layers.some(({ scope }) => scope === "pool" || scope === "platform");
  const platform = needsPlatform
    ? sql`, cutroom_platform_use(${pool}, ${startOf("minute")}) as platform`
    : sql``;
  const counts = sql.join(
    [...layers.map(countOf), sql`0`].map((count) => sql`(${count})::bigint`),
    sql`, `,
  );
  const mine = sql`from reservation where tenant_id = me.tenant_id and user_id = me.user_id`;
  const result = await tx.execute<{
    used: (string | number)[];
    recent: number;
    same: number;
    epoch: string;
    is_whole: boolean;
  }>(sql`
    select array[${counts}] as used, copy.epoch, copy.is_whole,
      (select count(*) ${mine} and created_at > now() - interval '10 minutes')::int as recent,
      (select count(*) ${mine} and created_at > now() - interval '1 hour'
          and input_digest = ${inputDigest})::int as same
      from (select ${tenantId}::text as tenant_id, ${userId}::text as user_id) as me,
           quota_copy as copy ${platform}`);
  const row = result.rows[0];
  if (row === undefined) throw new Error("the quota copy has no row");
  return {
    used: row.used.slice(0, layers.length).map(Number),
    signals: { recentSubmits: row.recent, sameInput: row.same },
    copy: { epoch: Number(row.epoch), isWhole: row.is_whole },
  };
}

/** Says that somebody was admitted of whom the copy does not know. Call it under the lock. */
export async function distrustCopy(tx: Transaction): Promise<void> {
  await tx
    .update(quotaCopy)
    .set({ isWhole: false })
    .where(sql`is_whole`);
}

/** A number for a new copy; it never comes twice. */
export async function nextEpoch(tx: Transaction): Promise<number> {
  const result = await tx.execute<{ epoch: string }>(sql`select nextval('quota_epoch') as epoch`);
  return Number(result.rows[0]?.epoch);
}

/** Says that the copy with this number is whole. Call it under the lock that it was made in. */
export async function trustCopy(tx: Transaction, epoch: number): Promise<void> {
  await tx.update(quotaCopy).set({ epoch, isWhole: true, rebuiltAt: sql`now()` });
}
