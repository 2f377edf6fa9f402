import { forTenant, schema } from "@cutroom/db";
import { TEST_EVENT } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq, isNull } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { deliverOne } from "../notification/deliver-notifications.ts";
import { presentDelivery } from "./present-webhook.ts";

const { webhook, webhookDelivery } = schema;

/**
 * Sends one message that tells of no task, while its sender waits, and says what came of it. It
 * is signed, logged and can be replayed as any other, but nothing is tried again by itself.
 */
export async function testWebhook(deps: Deps, { tenantId }: UserCaller, webhookId: string) {
  const id = deps.ids.next("msg");
  const body = JSON.stringify({
    type: TEST_EVENT,
    timestamp: new Date(deps.clock.nowMs()).toISOString(),
    data: { webhook_id: webhookId },
  });
  const isWritten = await forTenant(deps.database, tenantId, async (tx) => {
    const [hook] = await tx
      .select({ id: webhook.id })
      .from(webhook)
      .where(
        and(eq(webhook.id, webhookId), eq(webhook.tenantId, tenantId), isNull(webhook.removedAt)),
      );
    if (hook === undefined) return false;
    await tx.insert(webhookDelivery).values({ id, tenantId, webhookId, event: TEST_EVENT, body });
    return true;
  });
  if (!isWritten) return refuse("request.not-found");
  await deliverOne(deps, id);
  const [row] = await forTenant(deps.database, tenantId, (tx) =>
    tx.select().from(webhookDelivery).where(eq(webhookDelivery.id, id)),
  );
  // Whoever removes the webhook meanwhile leaves its log.
  if (row === undefined) throw new Error("the message was not stored");
  return ok(presentDelivery(row));
}
