import { LEDGER_ACCOUNTS, LEDGER_KINDS, RESERVATION_STATES } from "@cutroom/domain";
import {
  boolean,
  customType,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";

/** A digest; only the database computes and compares it. */
const digest = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

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
    chainSeq: bytes("chain_seq").notNull().default(0),
    chainHash: digest("chain_hash").notNull().default(new Uint8Array(32)),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind] })],
);

export const reservation = pgTable("reservation", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  taskId: text("task_id").notNull(),
  round: integer("round").notNull().default(1),
  amount: integer("amount").notNull(),
  state: reservationState("state").notNull().default("HELD"),
  settled: integer("settled").notNull().default(0),
  refunded: integer("refunded").notNull().default(0),
  closeReason: text("close_reason"),
  userId: text("user_id"),
  pool: text("pool"),
  inputDigest: text("input_digest"),
  model: text("model").notNull().default(""),
  createdAt: createdAt(),
  closedAt: moment("closed_at"),
});

/** `closes`, `balanceAfter`, `seq` and `hash` are the database's to fill, whatever is sent. */
export const ledgerEntry = pgTable("ledger_entry", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  postingId: text("posting_id").notNull(),
  line: smallint("line").notNull().default(0),
  account: ledgerAccountKind("account").notNull(),
  kind: ledgerEntryKind("kind").notNull(),
  amount: bytes("amount").notNull(),
  reservationId: text("reservation_id"),
  reason: text("reason"),
  closes: boolean("closes").notNull().default(false),
  taskId: text("task_id"),
  stepId: text("step_id"),
  attempt: integer("attempt"),
  balanceAfter: bytes("balance_after").notNull().default(0),
  seq: bytes("seq").notNull().default(0),
  hash: digest("hash").notNull().default(new Uint8Array(0)),
  createdAt: createdAt(),
});
