import type { ApiKey } from "@cutroom/contracts";
import type { schema } from "@cutroom/db";

export function presentApiKey(row: typeof schema.apiKey.$inferSelect): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: `ck_${row.prefix}`,
    scopes: row.scopes,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
  };
}
