import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantId } from "./columns.ts";

export const share = pgTable("share", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  taskId: text("task_id").notNull(),
  title: text("title").notNull(),
  tokenHash: text("token_hash").notNull().unique(),
  tokenSealed: text("token_sealed").notNull(),
  allowDownload: boolean("allow_download").notNull(),
  createdAt: createdAt(),
  expiresAt: moment("expires_at"),
  revokedAt: moment("revoked_at"),
});
export type ShareRow = typeof share.$inferSelect;
