import { BREAK_ACTIONS, BREAK_KINDS, BREAK_STATES } from "@cutroom/domain";
import type { BreakKind, FoundBreak } from "@cutroom/domain";
import { integer, jsonb, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment } from "./columns.ts";

export const breakKind = pgEnum("break_kind", BREAK_KINDS);
export const breakState = pgEnum("break_state", BREAK_STATES);
export const breakAction = pgEnum("break_action", BREAK_ACTIONS);

/** What one check of a run did. */
export interface CheckReport {
  /** Breaks that are there now. */
  readonly found: number;
  /** Of these: seen for the first time, and come back after having been resolved. */
  readonly fresh: number;
  readonly returned: number;
  /** Breaks of earlier runs that are not there any more. */
  readonly gone: number;
  /** False when the check stopped at its bound, and goes on from there in the next run. */
  readonly whole: boolean;
  /** Set when the check could not be made; then the numbers are 0. */
  readonly error: string | null;
}

export const reconciliationRun = pgTable("reconciliation_run", {
  id: text("id").primaryKey(),
  askedBy: text("asked_by").notNull(),
  startedAt: moment("started_at").notNull().defaultNow(),
  finishedAt: moment("finished_at"),
  checks: jsonb("checks").$type<Partial<Record<BreakKind, CheckReport>>>().notNull().default({}),
});
export type RunRow = typeof reconciliationRun.$inferSelect;

export const reconciliationCursor = pgTable("reconciliation_cursor", {
  kind: breakKind("kind").primaryKey(),
  after: text("after").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const reconciliationBreak = pgTable("reconciliation_break", {
  id: text("id").primaryKey(),
  kind: breakKind("kind").notNull(),
  subject: text("subject").notNull(),
  state: breakState("state").notNull().default("OPEN"),
  tenantId: text("tenant_id"),
  taskId: text("task_id"),
  credits: bytes("credits"),
  costMicros: bytes("cost_micros"),
  currency: text("currency"),
  facts: jsonb("facts").$type<FoundBreak["facts"]>().notNull(),
  openedAt: moment("opened_at").notNull().defaultNow(),
  seenAt: moment("seen_at").notNull().defaultNow(),
  timesOpened: integer("times_opened").notNull().default(1),
  owner: text("owner"),
  resolvedBy: text("resolved_by"),
  resolvedAt: moment("resolved_at"),
  note: text("note"),
});
export type BreakRow = typeof reconciliationBreak.$inferSelect;

export const reconciliationBreakEvent = pgTable(
  "reconciliation_break_event",
  {
    breakId: text("break_id").notNull(),
    seq: integer("seq").notNull(),
    action: breakAction("action").notNull(),
    actor: text("actor").notNull(),
    note: text("note"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.breakId, table.seq] })],
);
