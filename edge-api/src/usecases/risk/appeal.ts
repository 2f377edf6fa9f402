import { asSystem, forTenant, noteRisk, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, desc, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentAppeal } from "./present-risk.ts";
import { readStanding } from "./read-standing.ts";

const { riskAppeal } = schema;
const SHOWN = 20;

/** Asks a person to look at what is held against the caller (C4); one at a time. */
export async function createRiskAppeal(deps: Deps, caller: UserCaller, words: string) {
  const { tenantId, userId } = caller;
  const { state, reference } = await readStanding(deps, caller);
  if (state === "clear") return refuse("risk.not-held");
  return asSystem(deps.database, async (tx) => {
    const [row] = await tx
      .insert(riskAppeal)
      .values({ id: deps.ids.next("appeal"), tenantId, userId, reference, words })
      .onConflictDoNothing()
      .returning();
    if (row === undefined) return refuse("risk.appeal-open");
    const id = deps.ids.next("risk");
    await noteRisk(tx, { id, tenantId, userId, action: "appealed", actor: userId, note: words });
    return ok(presentAppeal(row));
  });
}

/** The caller's own, newest first. */
export async function listRiskAppeals(deps: Deps, caller: UserCaller) {
  const { tenantId, userId } = caller;
  const rows = await forTenant(deps.database, tenantId, (tx) =>
    tx
      .select()
      .from(riskAppeal)
      .where(and(eq(riskAppeal.tenantId, tenantId), eq(riskAppeal.userId, userId)))
      .orderBy(desc(riskAppeal.createdAt))
      .limit(SHOWN),
  );
  return ok({ appeals: rows.map(presentAppeal) });
}
