import { asSystem, findDueRenewals, renewCredits } from "@cutroom/db";
import type { Deps } from "../../deps.ts";

const LIMIT = 500;

/** Gives every workspace whose month is over the credits of its plan; how many. */
export async function renewDueCredits(deps: Deps): Promise<number> {
  const due = await asSystem(deps.database, (tx) => findDueRenewals(tx, LIMIT));
  let renewed = 0;
  for (const tenantId of due) {
    if (await asSystem(deps.database, (tx) => renewCredits(tx, tenantId))) renewed += 1;
  }
  return renewed;
}
