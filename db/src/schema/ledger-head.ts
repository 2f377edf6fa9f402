/** The last links of chains that were found whole (C6). */
import { bigint, customType, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { moment, tenantId } from "./columns.ts";

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

export const ledgerHead = pgTable(
  "ledger_head",
  {
    tenantId: tenantId(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    hash: bytea("hash").notNull(),
    verifiedAt: moment("verified_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.seq] })],
);
