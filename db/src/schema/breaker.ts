/** Whether a pool is trusted with work (C9). */
import type { BreakerState, PoolName } from "@cutroom/domain";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

export const poolBreaker = pgTable("pool_breaker", {
  pool: text("pool").$type<PoolName>().primaryKey(),
  state: text("state").$type<BreakerState>().notNull().default("CLOSED"),
  since: moment("since").notNull().defaultNow(),
  times: integer("times").notNull().default(0),
  ends: integer("ends").notNull().default(0),
  failures: integer("failures").notNull().default(0),
  lookedAt: moment("looked_at").notNull().defaultNow(),
});
