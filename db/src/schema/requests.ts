import type { RequestKind } from "@cutroom/domain";
import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** Requests of one kind that were answered in one minute, over all processes of the API (O1). */
export const requestMinute = pgTable(
  "request_minute",
  {
    minute: moment("minute").notNull(),
    kind: text("kind").$type<RequestKind>().notNull(),
    requests: integer("requests").notNull(),
    failed: integer("failed").notNull(),
    timed: integer("timed").notNull(),
    slow: integer("slow").notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.kind] })],
);
