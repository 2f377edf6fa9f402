import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { isAdmin } from "./read-notices.ts";

const { tenantNotice } = schema;

/** Puts a notice away for all admins; the next full window makes a new one. */
export async function dismissNotice(deps: Deps, caller: UserCaller, noticeId: string) {
  const { tenantId } = caller;
  const rows = await forTenant(deps.database, tenantId, (tx) =>
    tx
      .update(tenantNotice)
      .set({ dismissedAt: sql`coalesce(${tenantNotice.dismissedAt}, now())` })
      .where(
        and(eq(tenantNotice.id, noticeId), eq(tenantNotice.tenantId, tenantId), isAdmin(caller)),
      )
      .returning({ id: tenantNotice.id }),
  );
  return rows.length === 0 ? refuse("request.not-found") : ok(undefined);
}
