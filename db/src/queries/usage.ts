import type { ExportUsage } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

/** How much of the plan is used, from the facts themselves (C5). Call it under the tenant's lock. */
export async function readExportUsage(
  tx: Transaction,
  who: { readonly tenantId: string; readonly userId: string },
): Promise<ExportUsage> {
  const result = await tx.execute<{ in_flight: string; minute: string; day: string }>(sql`
    select
      (select count(*) from task where tenant_id = ${who.tenantId} and scene = 'export'
          and state in ('CREATED', 'QUEUED', 'RUNNING')) as in_flight,
      count(*) filter (where accepted_at > now() - interval '1 minute') as minute,
      count(*) as day
      from task
     where tenant_id = ${who.tenantId} and user_id = ${who.userId} and scene = 'export'
       and accepted_at > now() - interval '1 day'`);
  const row = result.rows[0];
  return {
    inFlight: Number(row?.in_flight ?? 0),
    lastMinute: Number(row?.minute ?? 0),
    lastDay: Number(row?.day ?? 0),
  };
}
