import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, tenantId } from "./columns.ts";

/** `content` is opaque here, as documents are: `timeline` owns its shape. */
export const projectTemplate = pgTable("project_template", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  name: text("name").notNull(),
  content: jsonb("content").$type<unknown>().notNull(),
  createdAt: createdAt(),
});
export type TemplateRow = typeof projectTemplate.$inferSelect;

export const projectTemplateAsset = pgTable(
  "project_template_asset",
  {
    templateId: text("template_id").notNull(),
    assetId: text("asset_id").notNull(),
    tenantId: tenantId(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.assetId] })],
);
