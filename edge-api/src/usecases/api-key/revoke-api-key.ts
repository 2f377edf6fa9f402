import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { apiKey } = schema;

export async function revokeApiKey(deps: Deps, caller: UserCaller, keyId: string) {
  const rows = await forTenant(deps.database, caller.tenantId, (tx) =>
    tx
      .update(apiKey)
      .set({ revokedAt: sql`now()` })
      .where(
        and(eq(apiKey.id, keyId), eq(apiKey.tenantId, caller.tenantId), isNull(apiKey.revokedAt)),
      )
      .returning({ id: apiKey.id }),
  );
  return rows.length === 0 ? refuse("request.not-found") : ok(undefined);
}
