import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";

/** One rendered part of a picture, inside of a pack. */
export interface PackedSegment {
  /** sha256 of all that it was made from. */
  readonly key: string;
  /** Of its bytes. */
  readonly sha256: string;
  readonly offset_bytes: number;
  readonly size_bytes: number;
}

/** Segments that lie end to end in one object of the store. Never a truth: what is gone is rendered again. */
export const segmentPack = pgTable("segment_pack", {
  objectKey: text("object_key").primaryKey(),
  tenantId: tenantId(),
  projectId: text("project_id").notNull(),
  sizeBytes: bytes("size_bytes").notNull(),
  segments: jsonb("segments").$type<readonly PackedSegment[]>().notNull(),
  createdAt: createdAt(),
  expiresAt: moment("expires_at").notNull(),
});
export type SegmentPackRow = typeof segmentPack.$inferSelect;
