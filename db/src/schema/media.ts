import {
  AI_DISCLOSURES,
  ASSET_ORIGINS,
  ASSET_STATES,
  INGEST_WARNINGS,
  UPLOAD_STATES,
} from "@cutroom/domain";
import type { AiDisclosure } from "@cutroom/domain";
import { integer, jsonb, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";

export const assetState = pgEnum("asset_state", ASSET_STATES);
export const assetOrigin = pgEnum("asset_origin", ASSET_ORIGINS);
export const uploadState = pgEnum("upload_state", UPLOAD_STATES);

/** Text that was inside a file; `key` is that of a WebVTT file. */
export interface StoredSubtitles {
  readonly language: string | null;
  readonly title: string | null;
  readonly key: string;
}

/** What content credentials inside a file say of it. */
export interface StoredOrigin {
  readonly disclosure: AiDisclosure;
  readonly tool: string | null;
}

export const asset = pgTable("asset", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  name: text("name").notNull(),
  state: assetState("state").notNull(),
  origin: assetOrigin("origin").notNull().default("upload"),
  aiDisclosure: text("ai_disclosure", { enum: AI_DISCLOSURES }).notNull().default("undeclared"),
  saidOrigin: jsonb("said_origin").$type<StoredOrigin>(),
  sizeBytes: bytes("size_bytes").notNull(),
  contentType: text("content_type").notNull(),
  checksum: text("checksum"),
  facts: jsonb("facts").$type<unknown>(),
  warnings: text("warnings", { enum: INGEST_WARNINGS }).array().notNull().default([]),
  failureCode: text("failure_code"),
  originalKey: text("original_key").notNull(),
  masterKey: text("master_key"),
  masterSizeBytes: bytes("master_size_bytes"),
  proxyKey: text("proxy_key"),
  posterKey: text("poster_key"),
  peaksKey: text("peaks_key"),
  filmstripKey: text("filmstrip_key"),
  filmstrip: jsonb("filmstrip").$type<unknown>(),
  subtitles: jsonb("subtitles").$type<readonly StoredSubtitles[]>().notNull().default([]),
  taskId: text("task_id"),
  extendsAssetId: text("extends_asset_id"),
  createdAt: createdAt(),
  deletedAt: moment("deleted_at"),
});
export type AssetRow = typeof asset.$inferSelect;

export const upload = pgTable("upload", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  assetId: text("asset_id").notNull(),
  objectKey: text("object_key").notNull(),
  multipartId: text("multipart_id").notNull(),
  state: uploadState("state").notNull().default("OPEN"),
  sizeBytes: bytes("size_bytes").notNull(),
  partSize: bytes("part_size").notNull(),
  partCount: integer("part_count").notNull(),
  sha256: text("sha256"),
  taskId: text("task_id"),
  createdAt: createdAt(),
  expiresAt: moment("expires_at").notNull(),
  closedAt: moment("closed_at"),
});
export type UploadRow = typeof upload.$inferSelect;
