import { and, inArray, isNull, sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { vendorCallback } from "../schema/index.ts";

/** What a vendor said, and of which request, as far as it can be told. */
export interface OpenCallback {
  readonly vendor: string;
  readonly eventId: string;
  readonly vendorJobId: string | null;
  readonly status: unknown;
  /** The request that it belongs to; null: nobody has been told of such a job yet. */
  readonly requestId: string | null;
  readonly isOld: boolean;
}

/** After this nobody will claim it any more. */
const ORPHAN_HOURS = 24;

/** Callbacks that nobody has looked at, oldest first; locked until commit. */
export async function takeOpenCallbacks(
  tx: Transaction,
  limit: number,
): Promise<readonly OpenCallback[]> {
  const result = await tx.execute<{
    vendor: string;
    event_id: string;
    vendor_job_id: string | null;
    status: unknown;
    request_id: string | null;
    is_old: boolean;
  }>(sql`
    select callback.vendor, callback.event_id, callback.vendor_job_id, callback.status,
           coalesce(named.id, known.id) as request_id,
           callback.received_at < now() - make_interval(hours => ${ORPHAN_HOURS}) as is_old
      from vendor_callback callback
      left join vendor_job named on named.id = callback.job_id and named.vendor = callback.vendor
      left join vendor_job known on known.vendor = callback.vendor
                                and known.vendor_job_id = callback.vendor_job_id
     where callback.applied_at is null
       and (named.id is not null or known.id is not null
            or callback.received_at < now() - make_interval(hours => ${ORPHAN_HOURS}))
     order by callback.received_at, callback.event_id limit ${limit}
       for update of callback skip locked`);
  return result.rows.map((row) => ({
    vendor: row.vendor,
    eventId: row.event_id,
    vendorJobId: row.vendor_job_id,
    status: row.status,
    requestId: row.request_id,
    isOld: row.is_old,
  }));
}

/** Notes what became of callbacks of one vendor. */
export async function closeCallbacks(
  tx: Transaction,
  closed: {
    readonly vendor: string;
    readonly eventIds: readonly string[];
    readonly outcome: "applied" | "stale" | "nobody";
  },
): Promise<void> {
  if (closed.eventIds.length === 0) return;
  await tx
    .update(vendorCallback)
    .set({ appliedAt: sql`now()`, outcome: closed.outcome })
    .where(
      and(
        sql`${vendorCallback.vendor} = ${closed.vendor}`,
        inArray(vendorCallback.eventId, [...closed.eventIds]),
        isNull(vendorCallback.appliedAt),
      ),
    );
}
