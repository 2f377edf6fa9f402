import { nextBreakState } from "@cutroom/domain";
import type { BreakAction, BreakKind, BreakState, FoundBreak } from "@cutroom/domain";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import {
  reconciliationBreak,
  reconciliationBreakEvent,
  reconciliationCursor,
  reconciliationRun,
} from "../schema/index.ts";
import type { BreakRow, CheckReport, RunRow } from "../schema/index.ts";

/** Who closes what a run does not find any more. */
const RECONCILIATION = "reconciliation";

/** Adds one line to the history of a break, whose row the caller has locked or just made. */
async function note(
  tx: Transaction,
  breakId: string,
  event: { readonly action: BreakAction; readonly actor: string; readonly note?: string },
): Promise<void> {
  await tx.execute(sql`
    insert into reconciliation_break_event (break_id, seq, action, actor, note)
    select ${breakId}, 1 + count(*), ${event.action}::break_action, ${event.actor}, ${event.note ?? null}
      from reconciliation_break_event where break_id = ${breakId}`);
}

const stake = (found: FoundBreak) => ({
  tenantId: found.tenantId,
  taskId: found.taskId,
  credits: found.credits,
  costMicros: found.costMicros,
  currency: found.currency,
  facts: found.facts,
});

/** Null when nothing changed for a person: the break was open before and still is. */
async function keepOne(
  tx: Transaction,
  found: FoundBreak,
  newId: () => string,
): Promise<"fresh" | "returned" | null> {
  const { kind, subject } = found;
  const id = newId();
  const made = await tx
    .insert(reconciliationBreak)
    .values({ id, kind, subject, ...stake(found) })
    .onConflictDoNothing()
    .returning({ id: reconciliationBreak.id });
  if (made.length > 0) {
    await note(tx, id, { action: "found", actor: RECONCILIATION });
    return "fresh";
  }
  const where = and(eq(reconciliationBreak.kind, kind), eq(reconciliationBreak.subject, subject));
  const [known] = await tx.select().from(reconciliationBreak).where(where).for("update");
  if (known === undefined) throw new Error("a break is never removed");
  const isBack = known.state === "RESOLVED";
  await tx
    .update(reconciliationBreak)
    .set({
      ...stake(found),
      seenAt: sql`now()`,
      ...(isBack
        ? {
            state: "OPEN" as const,
            openedAt: sql`now()`,
            timesOpened: known.timesOpened + 1,
            owner: null,
          }
        : {}),
    })
    .where(where);
  if (isBack) await note(tx, known.id, { action: "returned", actor: RECONCILIATION });
  return isBack ? "returned" : null;
}

export interface CheckResult {
  readonly found: readonly FoundBreak[];
  /** True when everything was looked at: what is not found is gone. */
  readonly whole: boolean;
  /** Subjects that were looked at beside that; of these too, what is not found is gone. */
  readonly looked?: readonly string[];
}

/**
 * Keeps what one check found: a break is stored once, opens again when it is back, and closes
 * when a check that looked at it does not find it any more.
 */
export async function keepBreaks(
  tx: Transaction,
  kind: BreakKind,
  result: CheckResult,
  newId: () => string,
): Promise<CheckReport> {
  const report = { found: result.found.length, fresh: 0, returned: 0, gone: 0 };
  for (const found of result.found) {
    const change = await keepOne(tx, found, newId);
    if (change !== null) report[change] += 1;
  }
  const there = new Set(result.found.map((found) => found.subject));
  const looked = new Set(result.looked ?? []);
  const open = await tx
    .select()
    .from(reconciliationBreak)
    .where(and(eq(reconciliationBreak.kind, kind), ne(reconciliationBreak.state, "RESOLVED")));
  const gone = open.filter(
    (row) => !there.has(row.subject) && (result.whole || looked.has(row.subject)),
  );
  for (const row of gone) {
    await close(tx, row.id, { action: "gone", actor: RECONCILIATION, note: "not found any more" });
  }
  return { ...report, gone: gone.length, whole: result.whole, error: null };
}

async function close(
  tx: Transaction,
  breakId: string,
  by: { readonly action: "gone" | "resolved"; readonly actor: string; readonly note: string },
): Promise<void> {
  await tx
    .update(reconciliationBreak)
    .set({ state: "RESOLVED", resolvedBy: by.actor, resolvedAt: sql`now()`, note: by.note })
    .where(eq(reconciliationBreak.id, breakId));
  await note(tx, breakId, by);
}

export type BreakMove = { readonly ok: true } | { readonly ok: false; readonly state: BreakState };

/**
 * What an operator does with a break: takes it, or resolves it with a note. Null when there is
 * no such break; refused with its state when that is not possible any more.
 */
export async function moveBreak(
  tx: Transaction,
  move: {
    readonly breakId: string;
    readonly action: "taken" | "resolved";
    readonly actor: string;
    readonly note?: string;
  },
): Promise<BreakMove | null> {
  const { breakId, action, actor } = move;
  const [row] = await tx
    .select()
    .from(reconciliationBreak)
    .where(eq(reconciliationBreak.id, breakId))
    .for("update");
  if (row === undefined) return null;
  const state = nextBreakState(row.state, action);
  if (state === null) return { ok: false, state: row.state };
  if (action === "resolved") {
    await close(tx, breakId, { action, actor, note: move.note ?? "" });
    return { ok: true };
  }
  await tx
    .update(reconciliationBreak)
    .set({ state, owner: actor })
    .where(eq(reconciliationBreak.id, breakId));
  await note(tx, breakId, { action, actor });
  return { ok: true };
}

/** Subjects of the breaks of a kind that are not resolved. */
export async function findOpenSubjects(
  tx: Transaction,
  kind: BreakKind,
): Promise<readonly string[]> {
  const rows = await tx
    .select({ subject: reconciliationBreak.subject })
    .from(reconciliationBreak)
    .where(and(eq(reconciliationBreak.kind, kind), ne(reconciliationBreak.state, "RESOLVED")));
  return rows.map((row) => row.subject);
}

/** Where a bounded check went up to; empty to begin from the start. */
export async function readCursor(tx: Transaction, kind: BreakKind): Promise<string> {
  const rows = await tx
    .select()
    .from(reconciliationCursor)
    .where(eq(reconciliationCursor.kind, kind));
  return rows[0]?.after ?? "";
}

export async function writeCursor(tx: Transaction, kind: BreakKind, after: string): Promise<void> {
  await tx
    .insert(reconciliationCursor)
    .values({ kind, after })
    .onConflictDoUpdate({
      target: reconciliationCursor.kind,
      set: { after, updatedAt: sql`now()` },
    });
}

/** Begins a run; false when one of that id has ended, or began less than an hour ago. */
export async function startRun(
  tx: Transaction,
  run: { readonly id: string; readonly askedBy: string },
): Promise<boolean> {
  const rows = await tx
    .insert(reconciliationRun)
    .values(run)
    .onConflictDoUpdate({
      target: reconciliationRun.id,
      set: { startedAt: sql`now()`, askedBy: run.askedBy },
      setWhere: sql`${reconciliationRun.finishedAt} is null
        and ${reconciliationRun.startedAt} < now() - interval '1 hour'`,
    })
    .returning({ id: reconciliationRun.id });
  return rows.length > 0;
}

export async function finishRun(
  tx: Transaction,
  runId: string,
  checks: RunRow["checks"],
): Promise<RunRow> {
  const rows = await tx
    .update(reconciliationRun)
    .set({ checks, finishedAt: sql`now()` })
    .where(eq(reconciliationRun.id, runId))
    .returning();
  const row = rows[0];
  if (row === undefined) throw new Error("a run is never removed");
  return row;
}

export type BreakEventRow = typeof reconciliationBreakEvent.$inferSelect;

/** The histories of breaks, oldest first. */
export async function readBreakEvents(
  tx: Transaction,
  breaks: readonly BreakRow[],
): Promise<readonly BreakEventRow[]> {
  if (breaks.length === 0) return [];
  return tx
    .select()
    .from(reconciliationBreakEvent)
    .where(
      inArray(
        reconciliationBreakEvent.breakId,
        breaks.map((row) => row.id),
      ),
    )
    .orderBy(reconciliationBreakEvent.seq);
}
