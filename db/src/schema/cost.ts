import { COST_KINDS } from "@cutroom/domain";
import { pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";

export const costKind = pgEnum("cost_kind", COST_KINDS);

export const costLine = pgTable(
  "cost_line",
  {
    tenantId: tenantId(),
    taskId: text("task_id").notNull(),
    kind: costKind("kind").notNull(),
    key: text("key").notNull(),
    amountMicros: bytes("amount_micros").notNull(),
    currency: text("currency").notNull(),
    vendor: text("vendor"),
    vendorJobId: text("vendor_job_id"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.kind, table.key] })],
);

export const vendorInvoiceLine = pgTable(
  "vendor_invoice_line",
  {
    vendor: text("vendor").notNull(),
    invoiceId: text("invoice_id").notNull(),
    lineId: text("line_id").notNull(),
    vendorJobId: text("vendor_job_id").notNull(),
    amountMicros: bytes("amount_micros").notNull(),
    currency: text("currency").notNull(),
    chargedAt: moment("charged_at").notNull(),
    importedBy: text("imported_by").notNull(),
    importedAt: moment("imported_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.invoiceId, table.lineId] })],
);
