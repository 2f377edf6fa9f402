import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentWebhook } from "./present-webhook.ts";

const { webhook, webhookDelivery } = schema;

/** The webhooks of a workspace, oldest first, each with the last message that was sent there. */
export async function listWebhooks(deps: Deps, { tenantId }: UserCaller) {
  const rows = await forTenant(deps.database, tenantId, (tx) => {
    const last = tx
      .select()
      .from(webhookDelivery)
      .where(eq(webhookDelivery.webhookId, webhook.id))
      .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.id))
      .limit(1)
      .as("last");
    return tx
      .select()
      .from(webhook)
      .leftJoinLateral(last, sql`true`)
      .where(and(eq(webhook.tenantId, tenantId), isNull(webhook.removedAt)))
      .orderBy(asc(webhook.createdAt));
  });
  return ok({ webhooks: rows.map((row) => presentWebhook(row.webhook, row.last)) });
}
