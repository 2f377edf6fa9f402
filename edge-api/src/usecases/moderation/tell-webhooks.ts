import { filesOfContent, schema } from "@cutroom/db";
import type { ReviewRow, Transaction } from "@cutroom/db";
import { REVIEW_EVENT } from "@cutroom/domain";
import { and, eq, isNull } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { pushNotify } from "../notification/announce-end.ts";

const { webhook, webhookDelivery } = schema;

/**
 * Writes what a person decided about a content, one message for each webhook of the workspace, in
 * the transaction that decides (C12, G5); their ids. No links, and nothing about who decided.
 */
export async function writeDecision(
  deps: Deps,
  tx: Transaction,
  review: ReviewRow,
): Promise<readonly string[]> {
  const { tenantId, decidedAt } = review;
  const hooks = await tx
    .select({ id: webhook.id })
    .from(webhook)
    .where(and(eq(webhook.tenantId, tenantId), isNull(webhook.removedAt)));
  if (hooks.length === 0) return [];
  const files = await filesOfContent(tx, review);
  const body = JSON.stringify({
    type: REVIEW_EVENT,
    timestamp: (decidedAt ?? review.openedAt).toISOString(),
    data: {
      review_id: review.id,
      asset_ids: files.map(({ id }) => id),
      checksum: review.contentVersion,
      round: review.round,
      state: review.state,
      reasons: review.reasons,
      note: review.note,
      appealed: review.appeal !== null,
    },
  });
  const rows = await tx
    .insert(webhookDelivery)
    .values(
      hooks.map((hook) => ({
        id: deps.ids.next("msg"),
        tenantId,
        webhookId: hook.id,
        event: REVIEW_EVENT,
        body,
      })),
    )
    .returning({ id: webhookDelivery.id });
  return rows.map(({ id }) => id);
}

/** Has messages sent that are committed; what gets lost here is pushed again later. */
export async function pushMessages(deps: Deps, deliveryIds: readonly string[]): Promise<void> {
  for (const deliveryId of deliveryIds) {
    try {
      await pushNotify(deps, { delivery_id: deliveryId }, `notify:${deliveryId}:0`);
    } catch (error) {
      deps.log({ level: "warn", message: "push later", deliveryId, error: String(error) });
    }
  }
}
