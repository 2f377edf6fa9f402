import type { TenantNotice } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";

const { membership, tenantNotice } = schema;
const SHOWN = 5;

/** True for people who administrate the workspace. */
export function isAdmin({ tenantId, userId }: UserCaller): SQL {
  return sql`exists (select from ${membership} where ${and(
    eq(membership.tenantId, tenantId),
    eq(membership.userId, userId),
    inArray(membership.role, ["owner", "admin"]),
  )})`;
}

/** What the workspace's admins should know now, newest first; nothing for others (C4). */
export async function readNotices(
  tx: Transaction,
  caller: UserCaller,
): Promise<readonly TenantNotice[]> {
  const rows = await tx
    .select()
    .from(tenantNotice)
    .where(
      and(
        eq(tenantNotice.tenantId, caller.tenantId),
        isNull(tenantNotice.dismissedAt),
        sql`coalesce(${tenantNotice.resetsAt}, ${tenantNotice.lastAt} + interval '1 day') > now()`,
        isAdmin(caller),
      ),
    )
    .orderBy(desc(tenantNotice.lastAt))
    .limit(SHOWN);
  return rows.map((row) => ({
    id: row.id,
    layer: row.layer,
    limit: row.limitValue,
    used: row.used,
    times: row.times,
    last_at: row.lastAt.toISOString(),
    resets_at: row.resetsAt?.toISOString() ?? null,
  }));
}
