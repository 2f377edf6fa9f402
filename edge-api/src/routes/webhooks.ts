import { createWebhook } from "../usecases/webhook/create-webhook.ts";
import { deleteWebhook } from "../usecases/webhook/delete-webhook.ts";
import { listDeliveries } from "../usecases/webhook/list-deliveries.ts";
import { listWebhooks } from "../usecases/webhook/list-webhooks.ts";
import { replayDelivery } from "../usecases/webhook/replay-delivery.ts";
import { testWebhook } from "../usecases/webhook/test-webhook.ts";
import type { Routes } from "./mount.ts";

export const webhookRoutes = {
  createWebhook: ({ deps, caller, body }) => createWebhook(deps, caller, body.url),
  listWebhooks: ({ deps, caller }) => listWebhooks(deps, caller),
  deleteWebhook: ({ deps, caller, params }) => deleteWebhook(deps, caller, params.webhook_id),
  listWebhookDeliveries: ({ deps, caller, params, query }) =>
    listDeliveries(deps, caller, { webhookId: params.webhook_id, ...query }),
  testWebhook: ({ deps, caller, params }) => testWebhook(deps, caller, params.webhook_id),
  replayWebhookDelivery: ({ deps, caller, params }) =>
    replayDelivery(deps, caller, {
      webhookId: params.webhook_id,
      deliveryId: params.delivery_id,
    }),
} satisfies Partial<Routes>;
