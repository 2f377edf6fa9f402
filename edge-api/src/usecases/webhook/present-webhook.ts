import type { Webhook, WebhookDelivery } from "@cutroom/contracts";
import type { WebhookDeliveryRow, WebhookRow } from "@cutroom/db";

export function presentWebhook(row: WebhookRow): Webhook {
  return { id: row.id, url: row.url, created_at: row.createdAt.toISOString() };
}

export function presentDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    task_id: row.taskId,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  };
}
