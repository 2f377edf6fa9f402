import { REVIEW_REASONS } from "@cutroom/domain/moderation";
import type { ReviewAction, ReviewModel, ReviewState, Score } from "@cutroom/domain/moderation";
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, moment, tenantId } from "./columns.ts";
import { stepState } from "./work.ts";

/** One round of looking at one content of a workspace (G5). */
export const contentReview = pgTable("content_review", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  assetId: text("asset_id").notNull(),
  /** sha256 of the bytes. */
  contentVersion: text("content_version").notNull(),
  round: integer("round").notNull(),
  policyVersion: text("policy_version").notNull(),
  /** Only tried on it (G6). */
  shadowPolicy: text("shadow_policy"),
  state: text("state").$type<ReviewState>().notNull(),
  version: integer("version").notNull().default(0),
  reasons: text("reasons", { enum: REVIEW_REASONS }).array().notNull().default([]),
  deadlineAt: moment("deadline_at").notNull(),
  openedAt: moment("opened_at").notNull().defaultNow(),
  waitingSince: moment("waiting_since"),
  decidedAt: moment("decided_at"),
  decidedBy: text("decided_by"),
  note: text("note"),
  /** The owner's words; one appeal for each content, in whatever round. */
  appeal: text("appeal"),
  appealedBy: text("appealed_by"),
  appealedAt: moment("appealed_at"),
});
export type ReviewRow = typeof contentReview.$inferSelect;

/** What one model says of it: a child of the review, with a lease of its own. */
export const reviewVerdict = pgTable(
  "review_verdict",
  {
    reviewId: text("review_id").notNull(),
    tenantId: tenantId(),
    model: text("model").$type<ReviewModel>().notNull(),
    modelVersion: text("model_version").notNull(),
    state: stepState("state").notNull(),
    attempt: integer("attempt").notNull().default(0),
    workerId: text("worker_id"),
    leaseUntil: moment("lease_until"),
    runAt: moment("run_at").notNull().defaultNow(),
    score: jsonb("score").$type<Score>(),
    failure: text("failure"),
    finishedAt: moment("finished_at"),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.model, table.modelVersion] })],
);
export type VerdictRow = typeof reviewVerdict.$inferSelect;

/** Every decision, for ever. */
export const reviewEvent = pgTable("review_event", {
  id: text("id").primaryKey(),
  reviewId: text("review_id").notNull(),
  tenantId: tenantId(),
  action: text("action").$type<ReviewAction>().notNull(),
  actor: text("actor").notNull(),
  reasons: text("reasons", { enum: REVIEW_REASONS }).array().notNull().default([]),
  note: text("note"),
  createdAt: createdAt(),
});
