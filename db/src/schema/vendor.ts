import type {
  ModelName,
  VendorFailure,
  VendorJobState,
  VendorName,
  VendorStage,
  VendorStatus,
} from "@cutroom/domain";
import { integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { bytes, moment, tenantId } from "./columns.ts";

/** One request to a vendor, from before it is sent. */
export const vendorJob = pgTable(
  "vendor_job",
  {
    id: text("id").primaryKey(),
    tenantId: tenantId(),
    taskId: text("task_id").notNull(),
    stepId: text("step_id").notNull(),
    attempt: integer("attempt").notNull(),
    vendor: text("vendor").$type<VendorName>().notNull(),
    model: text("model").$type<ModelName>().notNull(),
    state: text("state").$type<VendorJobState>().notNull().default("SUBMITTING"),
    stage: text("stage").$type<VendorStage>(),
    progress: integer("progress").notNull().default(0),
    vendorJobId: text("vendor_job_id"),
    handle: jsonb("handle").$type<unknown>(),
    outputs: jsonb("outputs").$type<readonly string[]>().notNull().default([]),
    failure: jsonb("failure").$type<VendorFailure>(),
    estimateMicros: bytes("estimate_micros").notNull().default(0),
    costMicros: bytes("cost_micros"),
    currency: text("currency").notNull().default("USD"),
    polls: integer("polls").notNull().default(0),
    nextPollAt: moment("next_poll_at").notNull().defaultNow(),
    cancelOutcome: text("cancel_outcome").$type<"canceled" | "too_late" | "unsupported">(),
    submittedAt: moment("submitted_at").notNull().defaultNow(),
    acceptedAt: moment("accepted_at"),
    finishedAt: moment("finished_at"),
    toldAt: moment("told_at"),
  },
  (table) => [
    unique().on(table.stepId, table.attempt),
    unique().on(table.vendor, table.vendorJobId),
  ],
);
export type VendorJobRow = typeof vendorJob.$inferSelect;

/** What a vendor called back with, once for each of its events. */
export const vendorCallback = pgTable(
  "vendor_callback",
  {
    vendor: text("vendor").$type<VendorName>().notNull(),
    eventId: text("event_id").notNull(),
    jobId: text("job_id"),
    vendorJobId: text("vendor_job_id"),
    status: jsonb("status").$type<VendorStatus>().notNull(),
    receivedAt: moment("received_at").notNull().defaultNow(),
    appliedAt: moment("applied_at"),
    outcome: text("outcome").$type<"applied" | "stale" | "nobody">(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.eventId] })],
);
