import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Clearance, RiskAction, StandingState } from "@cutroom/domain";
import { createdAt, moment, tenantId } from "./columns.ts";

/** How a person stands with the risk layer; whoever was never judged has no row. */
export const riskStanding = pgTable(
  "risk_standing",
  {
    tenantId: tenantId(),
    userId: text("user_id").notNull(),
    state: text("state").$type<StandingState>().notNull(),
    reasons: text("reasons").array().notNull(),
    reference: text("reference").notNull(),
    since: moment("since").notNull().defaultNow(),
    clearedBy: text("cleared_by").$type<Clearance>(),
    clearedUntil: moment("cleared_until"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

/** Every verdict, appeal and answer, for ever. */
export const riskEvent = pgTable("risk_event", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  action: text("action").$type<RiskAction>().notNull(),
  actor: text("actor").notNull(),
  reasons: text("reasons").array().notNull().default([]),
  score: integer("score"),
  signals: jsonb("signals").$type<Readonly<Record<string, number>>>(),
  policy: integer("policy"),
  note: text("note"),
  createdAt: createdAt(),
});

export const riskAppeal = pgTable("risk_appeal", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  reference: text("reference").notNull(),
  words: text("words").notNull(),
  state: text("state").$type<"OPEN" | "GRANTED" | "REFUSED">().notNull().default("OPEN"),
  answer: text("answer"),
  answeredBy: text("answered_by"),
  answeredAt: moment("answered_at"),
  createdAt: createdAt(),
});
export type RiskAppealRow = typeof riskAppeal.$inferSelect;
