import type {
  EvidenceBody,
  EvidencePurpose,
  EvidenceRole,
  ReviewModel,
} from "@cutroom/domain/moderation";
import {
  bigint,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
} from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";

/** JSON that is written as the text it is, and read as its value. */
const writtenJson = customType<{ data: EvidenceBody; driverData: EvidenceBody }>({
  dataType: () => "json",
});

/** Why one inference of a review said what it said (G7); without `body` it is in the archive. */
export const reviewEvidence = pgTable("review_evidence", {
  id: text("id").primaryKey(),
  reviewId: text("review_id").notNull(),
  tenantId: tenantId(),
  role: text("role").$type<EvidenceRole>().notNull(),
  model: text("model").$type<ReviewModel>().notNull(),
  modelVersion: text("model_version").notNull(),
  policyVersion: text("policy_version").notNull(),
  attempt: integer("attempt").notNull(),
  inputDigest: text("input_digest").notNull(),
  body: writtenJson("body"),
  bodyBytes: integer("body_bytes").notNull(),
  archiveId: text("archive_id"),
  createdAt: createdAt(),
});
export type EvidenceRow = typeof reviewEvidence.$inferSelect;

export const evidenceArchive = pgTable("evidence_archive", {
  id: text("id").primaryKey(),
  storeKey: text("store_key").notNull(),
  rowCount: integer("row_count").notNull(),
  sizeBytes: bytes("size_bytes").notNull(),
  sha256: text("sha256").notNull(),
  untilAt: moment("until_at").notNull(),
  createdAt: createdAt(),
  storedAt: moment("stored_at"),
  destroyedAt: moment("destroyed_at"),
});

/** Who asked for evidence, and how much they were given: never changed. */
export const evidenceQuery = pgTable("evidence_query", {
  id: text("id").primaryKey(),
  actor: text("actor").notNull(),
  queryVersion: integer("query_version").notNull(),
  purpose: text("purpose").$type<EvidencePurpose>().notNull(),
  question: jsonb("question").$type<Readonly<Record<string, string | number>>>().notNull(),
  rowCount: integer("row_count").notNull(),
  sizeBytes: bytes("size_bytes").notNull(),
  createdAt: createdAt(),
});

/** Every retention that ever held; the highest version does. */
export const evidenceRetention = pgTable("evidence_retention", {
  version: integer("version").primaryKey(),
  queryableDays: integer("queryable_days").notNull(),
  archiveDays: integer("archive_days").notNull(),
  inferencesPerDay: bigint("inferences_per_day", { mode: "number" }).notNull(),
  queriesPerDay: integer("queries_per_day").notNull(),
  perMonth: doublePrecision("per_month").notNull(),
  changedBy: text("changed_by").notNull(),
  note: text("note").notNull(),
  createdAt: createdAt(),
});
export type RetentionRow = typeof evidenceRetention.$inferSelect;
