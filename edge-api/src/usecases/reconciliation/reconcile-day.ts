import { asSystem, digestHeads, finishRun, keepBreaks, startRun } from "@cutroom/db";
import type { CheckReport, CheckResult, LedgerScope, RunRow } from "@cutroom/db";
import { BREAK_KINDS } from "@cutroom/domain";
import type { BreakKind } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { moneyChecks } from "./check-money.ts";
import { checkSlots } from "./check-slots.ts";
import { checkExports, checkObjects } from "./check-store.ts";

type Check = (deps: Deps) => Promise<CheckResult>;

const storeChecks: Readonly<Record<Exclude<BreakKind, keyof typeof moneyChecks>, Check>> = {
  "export-without-object": checkExports,
  "object-without-row": checkObjects,
  "slot-drift": checkSlots,
};

function look(deps: Deps, kind: BreakKind, scope: LedgerScope): Promise<CheckResult> {
  if (kind in storeChecks) return storeChecks[kind as keyof typeof storeChecks](deps);
  const check = moneyChecks[kind as keyof typeof moneyChecks];
  return asSystem(deps.database, (tx) => check(tx, scope));
}

const failed = (error: unknown): CheckReport => ({
  found: 0,
  fresh: 0,
  returned: 0,
  gone: 0,
  whole: false,
  error: String(error),
});

/** One check that cannot be made holds up no other; its error is kept with the run. */
async function runCheck(deps: Deps, kind: BreakKind, scope: LedgerScope): Promise<CheckReport> {
  try {
    const result = await look(deps, kind, scope);
    return await asSystem(deps.database, (tx) =>
      keepBreaks(tx, kind, result, () => deps.ids.next("break")),
    );
  } catch (error) {
    deps.log({ level: "error", message: "a check failed", kind, error: String(error) });
    return failed(error);
  }
}

/**
 * Compares everything that must agree and keeps what does not as breaks (C6, I9). The run of a
 * day is made once, whoever asks and however often; an operator's run is always a new one. Null
 * when the day's run has begun before.
 */
export async function reconcileDay(
  deps: Deps,
  asked: { readonly by: "schedule" } | { readonly by: "operator"; readonly email: string },
): Promise<RunRow | null> {
  const day = new Date(deps.clock.nowMs()).toISOString().slice(0, 10);
  const run =
    asked.by === "schedule"
      ? { id: `run_${day}`, askedBy: "schedule" }
      : { id: deps.ids.next("run"), askedBy: asked.email };
  if (!(await asSystem(deps.database, (tx) => startRun(tx, run)))) return null;
  // A schedule reads what grew, and on Sundays everything; who asks by hand wants to know all.
  const isSunday = new Date(deps.clock.nowMs()).getUTCDay() === 0;
  const scope = asked.by === "operator" || isSunday ? "whole" : "grown";
  const checks: Partial<Record<BreakKind, CheckReport>> = {};
  for (const kind of BREAK_KINDS) checks[kind] = await runCheck(deps, kind, scope);
  const reports = Object.values(checks);
  const count = (what: "found" | "fresh" | "returned") =>
    reports.reduce((sum, report) => sum + report[what], 0);
  const fresh = count("fresh") + count("returned");
  deps.log({
    level: fresh > 0 ? "error" : "info",
    message: fresh > 0 ? "new reconciliation breaks" : "reconciled",
    run: run.id,
    found: count("found"),
    fresh,
    // The log is not in the database: whoever rewrites the ledger there cannot rewrite this.
    ledger: await asSystem(deps.database, digestHeads),
  });
  return asSystem(deps.database, (tx) => finishRun(tx, run.id, checks));
}
