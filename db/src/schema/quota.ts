import { RISK_VERDICTS } from "@cutroom/domain";
import type { RiskSignals, TenantLayerName } from "@cutroom/domain";
import { boolean, integer, jsonb, pgEnum, pgTable, text } from "drizzle-orm/pg-core";
import { bytes, createdAt, moment, tenantId } from "./columns.ts";

export const riskVerdict = pgEnum("risk_verdict", RISK_VERDICTS);

/** One row: which copy of the facts in the key-value store counts (C5). */
export const quotaCopy = pgTable("quota_copy", {
  id: boolean("id").primaryKey().default(true),
  epoch: bytes("epoch").notNull().default(0),
  isWhole: boolean("is_whole").notNull().default(false),
  rebuiltAt: moment("rebuilt_at"),
});

export const tenantContract = pgTable("tenant_contract", {
  tenantId: text("tenant_id").primaryKey(),
  maxInFlight: integer("max_in_flight"),
  userInFlight: integer("user_in_flight"),
  exportsPerMinute: integer("exports_per_minute"),
  exportsPerDay: integer("exports_per_day"),
  userCreditsPerMonth: integer("user_credits_per_month"),
  tenantCreditsPerMinute: integer("tenant_credits_per_minute"),
  tenantCreditsPerDay: integer("tenant_credits_per_day"),
  tenantCreditsPerMonth: integer("tenant_credits_per_month"),
  /** Vendors that may see its words, and where they may be worked on; null: anywhere. */
  vendors: text("vendors").array(),
  regions: text("regions").array(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});

export const tenantNotice = pgTable("tenant_notice", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  layer: text("layer").$type<TenantLayerName>().notNull(),
  windowStart: moment("window_start").notNull(),
  limitValue: integer("limit_value").notNull(),
  used: integer("used").notNull(),
  times: integer("times").notNull().default(1),
  resetsAt: moment("resets_at"),
  createdAt: createdAt(),
  lastAt: moment("last_at").notNull().defaultNow(),
  dismissedAt: moment("dismissed_at"),
});

export const riskDecision = pgTable("risk_decision", {
  id: text("id").primaryKey(),
  tenantId: tenantId(),
  userId: text("user_id").notNull(),
  reservationId: text("reservation_id").notNull(),
  verdict: riskVerdict("verdict").notNull(),
  reasons: text("reasons").array().notNull(),
  signals: jsonb("signals").$type<RiskSignals>().notNull(),
  policy: integer("policy").notNull(),
  createdAt: createdAt(),
});
