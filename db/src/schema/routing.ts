/** What decides which vendor is asked (G4). */
import type { BreakerState, ModelName, VendorFailureClass } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

export const modelStanding = pgTable("model_standing", {
  model: text("model").$type<ModelName>().primaryKey(),
  state: text("state").$type<BreakerState>().notNull().default("CLOSED"),
  since: moment("since")
    .notNull()
    .default(sql`'epoch'`),
  times: integer("times").notNull().default(0),
  probedAt: moment("probed_at"),
  restUntil: moment("rest_until"),
  restReason: text("rest_reason").$type<VendorFailureClass>(),
  tokens: doublePrecision("tokens"),
  tokensAt: moment("tokens_at"),
});

export const modelRetirement = pgTable("model_retirement", {
  model: text("model").$type<ModelName>().primaryKey(),
  retiresAt: moment("retires_at").notNull(),
  replacement: text("replacement").$type<ModelName>(),
});
