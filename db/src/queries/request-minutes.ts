/** Minutes of requests: what a process has counted is added, and a window read back (O1). */
import { NO_REQUESTS, REQUEST_KINDS } from "@cutroom/domain";
import type { RequestCounts, RequestKind } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Database } from "../database.ts";

/** The longest window that is shown has thirty days. */
const KEPT_DAYS = 90;

export interface RequestMinute extends RequestCounts {
  readonly minuteMs: number;
  readonly kind: RequestKind;
}

/** Adds to what is there, whoever else adds to the same minutes, and forgets what is old. */
export async function addRequestMinutes(
  database: Database,
  minutes: readonly RequestMinute[],
): Promise<void> {
  await database.execute(sql`
    with old as (
      delete from request_minute where minute < now() - ${KEPT_DAYS} * interval '1 day'
    )
    insert into request_minute as known (minute, kind, requests, failed, timed, slow)
    select to_timestamp("minuteMs" / 1000), kind, requests, failed, timed, slow
      from jsonb_to_recordset(${JSON.stringify(minutes)}::jsonb)
           as added("minuteMs" double precision, kind text, requests integer, failed integer,
                    timed integer, slow integer)
     order by 1, 2
    on conflict (minute, kind) do update
       set requests = known.requests + excluded.requests, failed = known.failed + excluded.failed,
           timed = known.timed + excluded.timed, slow = known.slow + excluded.slow`);
}

interface Seen {
  readonly hour: RequestCounts;
  readonly window: RequestCounts;
}

/** Requests of the last hour and of the last `hours`, by kind. */
export async function readRequestCounts(
  database: Database,
  hours: number,
): Promise<Readonly<Record<RequestKind, Seen>>> {
  type Row = Seen & { readonly kind: RequestKind } & Record<string, unknown>;
  const counts = sql`jsonb_build_object('requests', sum(requests), 'failed', sum(failed),
                                        'timed', sum(timed), 'slow', sum(slow))`;
  const found = await database.execute<Row>(sql`
    select kind, ${counts} as window,
           coalesce((select ${counts} from request_minute recent
                      where recent.kind = seen.kind and minute > now() - interval '1 hour'
                     having count(*) > 0), ${JSON.stringify(NO_REQUESTS)}::jsonb) as hour
      from request_minute seen where minute > now() - ${hours} * interval '1 hour' group by kind`);
  const byKind = new Map(found.rows.map((row) => [row.kind, row]));
  const nothing = { hour: NO_REQUESTS, window: NO_REQUESTS };
  return Object.fromEntries(
    REQUEST_KINDS.map((kind) => [kind, byKind.get(kind) ?? nothing]),
  ) as Record<RequestKind, Seen>;
}
