import { asSystem, readBreakEvents, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { asc, desc, eq, ne, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { presentBreak } from "./present-break.ts";

const { reconciliationBreak } = schema;

/** The oldest first while they are open: age is what makes a break worse. */
export async function listBreaks(
  deps: Deps,
  filter: { readonly resolved: boolean; readonly limit: number },
) {
  const where = filter.resolved
    ? eq(reconciliationBreak.state, "RESOLVED")
    : ne(reconciliationBreak.state, "RESOLVED");
  const order = filter.resolved
    ? desc(reconciliationBreak.resolvedAt)
    : asc(reconciliationBreak.openedAt);
  return asSystem(deps.database, async (tx) => {
    const rows = await tx
      .select()
      .from(reconciliationBreak)
      .where(where)
      .orderBy(order, asc(reconciliationBreak.id))
      .limit(filter.limit);
    const [counted] = await tx
      .select({ total: sql<number>`count(*)::int` })
      .from(reconciliationBreak)
      .where(where);
    const events = await readBreakEvents(tx, rows);
    return ok({
      breaks: rows.map((row) => presentBreak(row, events)),
      total: counted?.total ?? 0,
    });
  });
}
