import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { share } = schema;

/** Revoking twice is a success: the wanted state holds. */
export async function revokeShare(deps: Deps, caller: UserCaller, shareId: string) {
  const rows = await forTenant(deps.database, caller.tenantId, (tx) =>
    tx
      .update(share)
      .set({ revokedAt: sql`coalesce(${share.revokedAt}, now())` })
      .where(and(eq(share.id, shareId), eq(share.tenantId, caller.tenantId)))
      .returning({ id: share.id }),
  );
  return rows.length === 0 ? refuse("request.not-found") : ok(undefined);
}
