import type { Webhook, WebhookDelivery } from "@cutroom/contracts";
import type { WebhookDeliveryRow, WebhookRow } from "@cutroom/db";

export function presentDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    task_id: row.taskId,
    event: row.event,
    body: row.body,
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  };
}

export function presentWebhook(row: WebhookRow, last: WebhookDeliveryRow | null): Webhook {
  return {
    id: row.id,
    url: row.url,
    created_at: row.createdAt.toISOString(),
    last_delivery: last === null ? null : presentDelivery(last),
  };
}
