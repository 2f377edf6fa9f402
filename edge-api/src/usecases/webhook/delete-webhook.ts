import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

const { webhook } = schema;

/** Nothing more is sent there; what was sent stays in its log. */
export async function deleteWebhook(deps: Deps, { tenantId }: UserCaller, webhookId: string) {
  const rows = await forTenant(deps.database, tenantId, (tx) =>
    tx
      .update(webhook)
      .set({ removedAt: sql`now()` })
      .where(
        and(eq(webhook.id, webhookId), eq(webhook.tenantId, tenantId), isNull(webhook.removedAt)),
      )
      .returning({ id: webhook.id }),
  );
  return rows.length === 0 ? refuse("request.not-found") : ok(undefined);
}
