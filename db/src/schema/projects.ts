import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";

/** Documents are opaque here: `timeline` owns their shape, and checks it before every write. */
export const project = pgTable("project", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  name: text("name").notNull(),
  revision: integer("revision").notNull(),
  settings: jsonb("settings").$type<unknown>().notNull(),
  duration: bytes("duration").notNull(),
  posterAssetId: text("poster_asset_id"),
  createdAt: createdAt(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  deletedAt: moment("deleted_at"),
});
export type ProjectRow = typeof project.$inferSelect;

export const projectRevision = pgTable(
  "project_revision",
  {
    projectId: text("project_id").notNull(),
    revision: integer("revision").notNull(),
    tenantId: tenantId(),
    document: jsonb("document").$type<unknown>().notNull(),
    ops: jsonb("ops").$type<unknown>(),
    duration: bytes("duration"),
    clipCount: integer("clip_count"),
    posterAssetId: text("poster_asset_id"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.revision] })],
);

/** A revision that a person named, so that it can be found and brought back. */
export const projectVersion = pgTable(
  "project_version",
  {
    projectId: text("project_id").notNull(),
    revision: integer("revision").notNull(),
    tenantId: tenantId(),
    userId: text("user_id").notNull(),
    name: text("name").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.revision] })],
);

export const projectVersionAsset = pgTable(
  "project_version_asset",
  {
    projectId: text("project_id").notNull(),
    revision: integer("revision").notNull(),
    assetId: text("asset_id").notNull(),
    tenantId: tenantId(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.revision, table.assetId] })],
);

export const projectPatchBatch = pgTable(
  "project_patch_batch",
  {
    projectId: text("project_id").notNull(),
    batchId: text("batch_id").notNull(),
    tenantId: tenantId(),
    revision: integer("revision").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.batchId] })],
);

export const assetReference = pgTable(
  "asset_reference",
  {
    projectId: text("project_id").notNull(),
    assetId: text("asset_id").notNull(),
    tenantId: tenantId(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.assetId] })],
);
