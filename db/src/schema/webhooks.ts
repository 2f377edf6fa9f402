import { WEBHOOK_DELIVERY_STATES } from "@cutroom/domain";
import type { WebhookEvent } from "@cutroom/domain";
import { integer, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantId } from "./columns.ts";

export const webhookDeliveryState = pgEnum("webhook_delivery_state", WEBHOOK_DELIVERY_STATES);

export const webhook = pgTable("webhook", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  url: text("url").notNull(),
  sealedSecret: text("sealed_secret").notNull(),
  createdAt: createdAt(),
  removedAt: moment("removed_at"),
});
export type WebhookRow = typeof webhook.$inferSelect;

export const webhookDelivery = pgTable("webhook_delivery", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  webhookId: text("webhook_id").notNull(),
  /** Null on what tells of no task: a test, or a decision of a reviewer. */
  taskId: text("task_id"),
  round: integer("round"),
  event: text("event").$type<WebhookEvent>().notNull(),
  body: text("body").notNull(),
  state: webhookDeliveryState("state").notNull().default("PENDING"),
  attempts: integer("attempts").notNull().default(0),
  nextAt: moment("next_at").notNull().defaultNow(),
  outcome: text("outcome"),
  status: integer("status"),
  createdAt: createdAt(),
  deliveredAt: moment("delivered_at"),
});
export type WebhookDeliveryRow = typeof webhookDelivery.$inferSelect;
