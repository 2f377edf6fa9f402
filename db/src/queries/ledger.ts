import { LEDGER_ACCOUNTS, releasePosting, settlePosting } from "@cutroom/domain";
import type { LedgerAccount, Posting } from "@cutroom/domain";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { ledgerAccount, ledgerEntry, reservation, task } from "../schema/index.ts";

/** A fresh id with a readable prefix. */
export type NextId = (prefix: string) => string;

/** Opens the four accounts of a tenant; repeating it changes nothing. */
export async function openAccounts(tx: Transaction, tenantId: string): Promise<void> {
  await tx
    .insert(ledgerAccount)
    .values(LEDGER_ACCOUNTS.map((kind) => ({ tenantId, kind })))
    .onConflictDoNothing();
}

/**
 * The available balance, locked until commit: whoever holds it decides alone about this
 * tenant's money, so two requests never spend one credit (F99). The balance's CHECK is the
 * second wall.
 */
export async function lockAvailable(tx: Transaction, tenantId: string): Promise<number> {
  const rows = await tx
    .select({ balance: ledgerAccount.balance })
    .from(ledgerAccount)
    .where(and(eq(ledgerAccount.tenantId, tenantId), eq(ledgerAccount.kind, "available")))
    .for("update");
  return rows[0]?.balance ?? 0;
}

/** Balances by account; an account that was never opened has 0. */
export async function readBalances(
  tx: Transaction,
  tenantId: string,
): Promise<Record<LedgerAccount, number>> {
  const rows = await tx.select().from(ledgerAccount).where(eq(ledgerAccount.tenantId, tenantId));
  const balances = { granted: 0, available: 0, reserved: 0, spent: 0 };
  for (const row of rows) balances[row.kind] = row.balance;
  return balances;
}

/** Appends one posting; the database refuses it at commit when it is not in balance (C6). */
export async function post(
  tx: Transaction,
  entry: {
    readonly tenantId: string;
    readonly posting: Posting;
    readonly nextId: NextId;
    readonly reservationId?: string;
    readonly closes?: boolean;
    readonly reason?: string;
  },
): Promise<void> {
  if (entry.posting.length === 0) return;
  const postingId = entry.nextId("post");
  await tx.insert(ledgerEntry).values(
    entry.posting.map((line, index) => ({
      id: entry.nextId("entry"),
      tenantId: entry.tenantId,
      postingId,
      account: line.account,
      kind: line.kind,
      amount: line.amount,
      reservationId: entry.reservationId ?? null,
      reason: entry.reason ?? null,
      closes: entry.closes === true && index === 0,
    })),
  );
}

/**
 * Ends the reservation of a task: charges `settle` of it and gives back the rest, or gives back
 * everything. False when there is none that is still held; it can never end twice (C6).
 */
export async function closeReservation(
  tx: Transaction,
  close: {
    readonly taskId: string;
    readonly outcome: "settle" | "release";
    readonly nextId: NextId;
  },
): Promise<boolean> {
  const settles = close.outcome === "settle";
  const rows = await tx
    .update(reservation)
    .set({
      state: settles ? "SETTLED" : "RELEASED",
      settled: settles ? sql`${reservation.amount}` : 0,
      closedAt: sql`now()`,
    })
    .where(and(eq(reservation.taskId, close.taskId), eq(reservation.state, "HELD")))
    .returning();
  const row = rows[0];
  if (row === undefined) return false;
  await post(tx, {
    tenantId: row.tenantId,
    posting: settles ? settlePosting(row.amount, row.amount) : releasePosting(row.amount),
    nextId: close.nextId,
    reservationId: row.id,
    closes: true,
  });
  await tx
    .update(task)
    .set(settles ? { creditsSettled: row.amount } : { creditsReleased: row.amount })
    .where(eq(task.id, close.taskId));
  return true;
}
