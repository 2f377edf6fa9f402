/** Where a workspace wants to hear how its tasks ended and its files were judged (C12, T3, G5). Standard Webhooks 1.0. */
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS } from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const webhookDelivery = z.object({
  /** Sent as `webhook-id`; the same over retries. */
  id: z.string(),
  /** Null of what tells of no task: a test, or what a reviewer decided. */
  task_id: z.string().nullable(),
  event: z.enum(WEBHOOK_EVENTS),
  /** What is sent, byte for byte: it holds no link and nothing secret. */
  body: z.string(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.int(),
  /** Of the last attempt: delivered, refused, unreachable or blocked. */
  outcome: z.string().nullable(),
  /** The HTTP status that was answered. What else was answered is never kept. */
  status: z.int().nullable(),
  created_at: z.string(),
  delivered_at: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  created_at: z.string(),
  /** What was sent there last; null before the first message. */
  last_delivery: webhookDelivery.nullable(),
});
export type Webhook = z.infer<typeof webhook>;

const byId = z.object({ webhook_id: z.string() });

export const webhookEndpoints = {
  createWebhook: endpoint({
    method: "POST",
    path: "/v1/webhooks",
    summary:
      "Have the end of every task, and what reviewers decide about your files, sent to a URL, signed",
    audience: "user",
    scope: "webhooks:write",
    body: z.object({ url: z.url().max(2_000) }),
    status: 201,
    /** The secret is shown this once. */
    output: z.object({ webhook, secret: z.string() }),
    failures: ["webhook.address", "webhook.too-many"],
  }),
  listWebhooks: endpoint({
    method: "GET",
    path: "/v1/webhooks",
    summary: "The URLs that are told",
    audience: "user",
    scope: "webhooks:write",
    status: 200,
    output: z.object({ webhooks: z.array(webhook) }),
    failures: [],
  }),
  deleteWebhook: endpoint({
    method: "DELETE",
    path: "/v1/webhooks/:webhook_id",
    summary: "Tell this URL nothing more",
    audience: "user",
    scope: "webhooks:write",
    params: byId,
    status: 204,
    failures: ["request.not-found"],
  }),
  listWebhookDeliveries: endpoint({
    method: "GET",
    path: "/v1/webhooks/:webhook_id/deliveries",
    summary: "What was sent there, newest first",
    audience: "user",
    scope: "webhooks:write",
    params: byId,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      /** Only what is older than this message. */
      before: z.string().optional(),
    }),
    status: 200,
    output: z.object({
      deliveries: z.array(webhookDelivery),
      /** Ask again with this as `before`; null when there is nothing older. */
      next: z.string().nullable(),
    }),
    failures: ["request.not-found"],
  }),
  testWebhook: endpoint({
    method: "POST",
    path: "/v1/webhooks/:webhook_id/test",
    summary: "Send a test message now, and say what came of it",
    audience: "user",
    scope: "webhooks:write",
    params: byId,
    status: 200,
    output: webhookDelivery,
    failures: ["request.not-found"],
  }),
  replayWebhookDelivery: endpoint({
    method: "POST",
    path: "/v1/webhooks/:webhook_id/deliveries/:delivery_id/replay",
    summary: "Send a message once more, under the same id",
    audience: "user",
    scope: "webhooks:write",
    params: byId.extend({ delivery_id: z.string() }),
    status: 202,
    output: webhookDelivery,
    failures: ["request.not-found"],
  }),
};
