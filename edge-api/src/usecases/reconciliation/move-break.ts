import { asSystem, moveBreak, readBreakEvents, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentBreak } from "./present-break.ts";

const { reconciliationBreak } = schema;

async function readBreak(tx: Transaction, breakId: string) {
  const rows = await tx
    .select()
    .from(reconciliationBreak)
    .where(eq(reconciliationBreak.id, breakId));
  const row = rows[0];
  if (row === undefined) throw new Error("a break is never removed");
  return presentBreak(row, await readBreakEvents(tx, rows));
}

function move(
  deps: Deps,
  caller: OperatorCaller,
  wanted: {
    readonly breakId: string;
    readonly action: "taken" | "resolved";
    readonly note?: string;
  },
) {
  return asSystem(deps.database, async (tx) => {
    const moved = await moveBreak(tx, { ...wanted, actor: caller.email });
    if (moved === null) return refuse("request.not-found");
    if (!moved.ok) return refuse("break.resolved");
    return ok(await readBreak(tx, wanted.breakId));
  });
}

/** Makes the caller its owner, also when somebody else was. */
export function takeBreak(deps: Deps, caller: OperatorCaller, breakId: string) {
  return move(deps, caller, { breakId, action: "taken" });
}

/** Closes it with a note; the next run that still finds it opens it again. */
export function resolveBreak(deps: Deps, caller: OperatorCaller, breakId: string, note: string) {
  return move(deps, caller, { breakId, action: "resolved", note });
}
