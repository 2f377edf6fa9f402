import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, desc, eq, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentDelivery } from "./present-webhook.ts";

const { webhook, webhookDelivery } = schema;

/** What was sent to a webhook, also to a removed one, newest first (F129: no answers). */
export async function listDeliveries(
  deps: Deps,
  { tenantId }: UserCaller,
  which: {
    readonly webhookId: string;
    readonly limit: number;
    readonly before?: string | undefined;
  },
) {
  return forTenant(deps.database, tenantId, async (tx) => {
    const { webhookId, limit, before } = which;
    const known = await tx
      .select({ id: webhook.id })
      .from(webhook)
      .where(and(eq(webhook.id, webhookId), eq(webhook.tenantId, tenantId)));
    if (known.length === 0) return refuse("request.not-found");
    const place = sql`(${webhookDelivery.createdAt}, ${webhookDelivery.id})`;
    const older =
      before === undefined
        ? undefined
        : sql`${place} < (select created_at, id from webhook_delivery
                           where id = ${before} and webhook_id = ${webhookId})`;
    const rows = await tx
      .select()
      .from(webhookDelivery)
      .where(and(eq(webhookDelivery.webhookId, webhookId), older))
      .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.id))
      .limit(limit + 1);
    const page = rows.slice(0, limit);
    const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
    return ok({ deliveries: page.map(presentDelivery), next });
  });
}
