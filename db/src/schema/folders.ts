import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, tenantId } from "./columns.ts";

export const folder = pgTable("folder", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  name: text("name").notNull(),
  parentId: text("parent_id"),
  createdAt: createdAt(),
});
export type FolderRow = typeof folder.$inferSelect;

/** A file without a row lies in no folder. */
export const folderAsset = pgTable("folder_asset", {
  assetId: text("asset_id").primaryKey(),
  folderId: text("folder_id").notNull(),
  tenantId: tenantId(),
});
