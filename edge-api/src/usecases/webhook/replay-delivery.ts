import { forTenant, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { pushNotify } from "../notification/announce-end.ts";
import { presentDelivery } from "./present-webhook.ts";

const { webhook, webhookDelivery } = schema;

/** Sends a message once more, whatever became of it before; its id stays, so it is no news. */
export async function replayDelivery(
  deps: Deps,
  { tenantId }: UserCaller,
  which: { readonly webhookId: string; readonly deliveryId: string },
) {
  const { webhookId, deliveryId } = which;
  const row = await forTenant(deps.database, tenantId, async (tx) => {
    const [hook] = await tx
      .select({ id: webhook.id })
      .from(webhook)
      .where(
        and(eq(webhook.id, webhookId), eq(webhook.tenantId, tenantId), isNull(webhook.removedAt)),
      );
    if (hook === undefined) return null;
    const rows = await tx
      .update(webhookDelivery)
      .set({ state: "PENDING", nextAt: sql`now()` })
      .where(and(eq(webhookDelivery.id, deliveryId), eq(webhookDelivery.webhookId, webhookId)))
      .returning();
    return rows[0] ?? null;
  });
  if (row === null) return refuse("request.not-found");
  const task = row.taskId === null ? {} : { task_id: row.taskId };
  const message = { ...task, delivery_id: deliveryId };
  await pushNotify(deps, message, deps.ids.next("replay"));
  return ok(presentDelivery(row));
}
