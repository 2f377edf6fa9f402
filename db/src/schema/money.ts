import { LEDGER_ACCOUNTS, LEDGER_KINDS, RESERVATION_STATES } from "@cutroom/domain";
import { boolean, integer, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";

export const ledgerAccountKind = pgEnum("ledger_account_kind", LEDGER_ACCOUNTS);
export const ledgerEntryKind = pgEnum("ledger_entry_kind", LEDGER_KINDS);
export const reservationState = pgEnum("reservation_state", RESERVATION_STATES);

export const ledgerAccount = pgTable(
  "ledger_account",
  {
    tenantId: tenantId(),
    kind: ledgerAccountKind("kind").notNull(),
    balance: bytes("balance").notNull().default(0),
    lockMarker: boolean("lock_marker"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind] })],
);

export const reservation = pgTable("reservation", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  taskId: text("task_id").notNull().unique(),
  amount: integer("amount").notNull(),
  state: reservationState("state").notNull().default("HELD"),
  settled: integer("settled").notNull().default(0),
  createdAt: createdAt(),
  closedAt: moment("closed_at"),
});

export const ledgerEntry = pgTable("ledger_entry", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  postingId: text("posting_id").notNull(),
  account: ledgerAccountKind("account").notNull(),
  kind: ledgerEntryKind("kind").notNull(),
  amount: bytes("amount").notNull(),
  reservationId: text("reservation_id"),
  reason: text("reason"),
  closes: boolean("closes").notNull().default(false),
  createdAt: createdAt(),
});
