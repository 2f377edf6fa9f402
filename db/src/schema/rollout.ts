import type {
  BucketKind,
  CapacityMatrix,
  Evaluation,
  JudgeVendor,
  RolloutEvent,
  RolloutFacts,
  RolloutState,
} from "@cutroom/domain/moderation";
import { doublePrecision, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns.ts";

/** Versions of the policy beside the first: never changed. */
export const reviewPolicy = pgTable("review_policy", {
  version: text("version").primaryKey(),
  frames: integer("frames").notNull(),
  clear: doublePrecision("clear").notNull(),
  probable: doublePrecision("probable").notNull(),
  note: text("note").notNull(),
  createdBy: text("created_by").notNull(),
  createdAt: createdAt(),
});
export type PolicyRow = typeof reviewPolicy.$inferSelect;

/** How one version replaces another (G6). */
export const policyRollout = pgTable("policy_rollout", {
  id: text("id").primaryKey(),
  candidate: text("candidate").notNull(),
  previous: text("previous").notNull(),
  state: text("state").$type<RolloutState>().notNull(),
  bucketBy: text("bucket_by").$type<BucketKind>().notNull(),
  percent: integer("percent").notNull().default(0),
  subtasksPerS: doublePrecision("subtasks_per_s").notNull(),
  vendors: jsonb("vendors").$type<readonly JudgeVendor[]>().notNull(),
  matrix: jsonb("matrix").$type<CapacityMatrix>(),
  evaluation: jsonb("evaluation").$type<Evaluation>(),
  version: integer("version").notNull().default(0),
  createdBy: text("created_by").notNull(),
  createdAt: createdAt(),
  promotedAt: moment("promoted_at"),
});
export type RolloutRow = typeof policyRollout.$inferSelect;

type RolloutAction = RolloutEvent | "create" | "setup" | "capacity" | "evaluate";

/** Who moved a rollout, and why: never changed. */
export const policyRolloutEvent = pgTable("policy_rollout_event", {
  id: text("id").primaryKey(),
  rolloutId: text("rollout_id").notNull(),
  action: text("action").$type<RolloutAction>().notNull(),
  actor: text("actor").notNull(),
  note: text("note").notNull(),
  facts: jsonb("facts").$type<RolloutFacts>().notNull().default({}),
  createdAt: createdAt(),
});
