import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentApiKey } from "./present-api-key.ts";

const { apiKey } = schema;

export async function listApiKeys(deps: Deps, caller: UserCaller) {
  const rows = await forTenant(deps.database, caller.tenantId, (tx) =>
    tx
      .select()
      .from(apiKey)
      .where(and(eq(apiKey.tenantId, caller.tenantId), isNull(apiKey.revokedAt)))
      .orderBy(desc(apiKey.createdAt)),
  );
  return ok({ api_keys: rows.map(presentApiKey) });
}
