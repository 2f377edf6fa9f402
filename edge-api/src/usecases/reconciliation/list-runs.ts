import { asSystem, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { desc } from "drizzle-orm";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { presentRun } from "./present-break.ts";
import { reconcileDay } from "./reconcile-day.ts";

const { reconciliationRun } = schema;
const SHOWN = 14;

/** Two weeks of daily runs, or the last ones that somebody asked for. */
export async function listReconciliationRuns(deps: Deps) {
  const rows = await asSystem(deps.database, (tx) =>
    tx
      .select()
      .from(reconciliationRun)
      .orderBy(desc(reconciliationRun.startedAt), desc(reconciliationRun.id))
      .limit(SHOWN),
  );
  return ok({ runs: rows.map((row) => presentRun(row)) });
}

/** Reconciles now, for an operator who does not want to wait for the night. */
export async function runReconciliation(deps: Deps, caller: OperatorCaller) {
  const run = await reconcileDay(deps, { by: "operator", email: caller.email });
  if (run === null) throw new Error("an operator's run has an id of its own");
  return ok(presentRun(run));
}
