/** Pools, fair shares and the workers that serve them (C9). */
import type { PoolName, Tier } from "@cutroom/domain";
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { moment, tenantId } from "./columns.ts";

/** What the scheduler knows of a step. */
export const placementColumns = {
  pool: text("pool").$type<PoolName>().notNull().default("render"),
  /** Where it was placed before it was moved to a backup, once; null while it is there. */
  homePool: text("home_pool").$type<PoolName>(),
  tier: smallint("tier").$type<Tier>().notNull().default(1),
  estSeconds: doublePrecision("est_seconds").notNull().default(10),
  weight: doublePrecision("weight").notNull().default(1),
  tenantCap: integer("tenant_cap").notNull().default(0),
  userCap: integer("user_cap").notNull().default(0),
  /** Virtual time at which it started, in the units of its pool. */
  startTag: doublePrecision("start_tag"),
};

export const lane = pgTable("lane", {
  pool: text("pool").$type<PoolName>().primaryKey(),
  vglobals: doublePrecision("vglobals").array().notNull().default([0, 0, 0]),
  servedAt: moment("served_at").array().notNull(),
  picks: bigint("picks", { mode: "number" }).notNull().default(0),
  runTier: smallint("run_tier").$type<Tier>(),
  runLength: integer("run_length").notNull().default(0),
  freePaused: boolean("free_paused").notNull().default(false),
  maxInFlight: integer("max_in_flight"),
  foldedAt: moment("folded_at").notNull().defaultNow(),
});

export const tenantShare = pgTable(
  "tenant_share",
  {
    tenantId: tenantId(),
    pool: text("pool").$type<PoolName>().notNull(),
    tier: smallint("tier").$type<Tier>().notNull(),
    vtime: doublePrecision("vtime").notNull().default(0),
    servedAt: moment("served_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.pool, table.tier] })],
);

/** Slots of a pool that a contract keeps for its tenant (T1). */
export const tenantReserved = pgTable(
  "tenant_reserved",
  {
    tenantId: tenantId(),
    pool: text("pool").$type<PoolName>().notNull(),
    slots: integer("slots").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.pool] })],
);

export const shareSettlement = pgTable("share_settlement", {
  tenantId: tenantId(),
  pool: text("pool").$type<PoolName>().notNull(),
  tier: smallint("tier").$type<Tier>().notNull().default(1),
  vtimeChange: doublePrecision("vtime_change").notNull(),
});

export const modelCap = pgTable(
  "model_cap",
  {
    pool: text("pool").$type<PoolName>().notNull(),
    model: text("model").notNull(),
    maxInFlight: integer("max_in_flight").notNull(),
  },
  (table) => [primaryKey({ columns: [table.pool, table.model] })],
);

export const worker = pgTable("worker", {
  id: text("id").primaryKey(),
  pools: text("pools").array().$type<PoolName[]>().notNull(),
  slots: integer("slots").notNull(),
  registeredAt: moment("registered_at").notNull().defaultNow(),
  lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
});
