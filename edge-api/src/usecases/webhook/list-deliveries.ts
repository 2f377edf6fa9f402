import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, desc, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentDelivery } from "./present-webhook.ts";

const { webhook, webhookDelivery } = schema;

/** What was sent to a webhook, also to a removed one, newest first (F129: no answers). */
export async function listDeliveries(
  deps: Deps,
  { tenantId }: UserCaller,
  which: { readonly webhookId: string; readonly limit: number },
) {
  return forTenant(deps.database, tenantId, async (tx) => {
    const { webhookId, limit } = which;
    const known = await tx
      .select({ id: webhook.id })
      .from(webhook)
      .where(and(eq(webhook.id, webhookId), eq(webhook.tenantId, tenantId)));
    if (known.length === 0) return refuse("request.not-found");
    const rows = await tx
      .select()
      .from(webhookDelivery)
      .where(eq(webhookDelivery.webhookId, webhookId))
      .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.id))
      .limit(limit);
    return ok({ deliveries: rows.map(presentDelivery) });
  });
}
