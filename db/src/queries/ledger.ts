/**
 * The ledger's accounts and postings. Lock order of everything that moves money: task ->
 * reservation -> the tenant's `available` account -> its other accounts -> its event stream.
 * Whoever holds `available` writes this tenant's ledger alone, until commit.
 */
import { LEDGER_ACCOUNTS, grantKey, grantPosting } from "@cutroom/domain";
import type { LedgerAccount, Posting } from "@cutroom/domain";
import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { ledgerAccount, ledgerEntry } from "../schema/index.ts";

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

export interface NewPosting {
  readonly tenantId: string;
  /** What makes it this posting and no other; see `posting-keys.ts`. */
  readonly key: string;
  readonly posting: Posting;
  readonly taskId?: string;
  readonly reservationId?: string;
  readonly reason?: string;
}

/** True when the posting is there already; two of one name that differ are a bug. */
async function isPosted(tx: Transaction, wanted: NewPosting): Promise<boolean> {
  const stored = await tx
    .select({ account: ledgerEntry.account, kind: ledgerEntry.kind, amount: ledgerEntry.amount })
    .from(ledgerEntry)
    .where(eq(ledgerEntry.postingId, wanted.key))
    .orderBy(asc(ledgerEntry.line));
  if (stored.length === 0) return false;
  const told = (lines: Posting) => lines.map((line) => Object.values(line).join()).join(";");
  const sorted = wanted.posting.map(({ account, kind, amount }) => ({ account, kind, amount }));
  if (told(stored) !== told(sorted)) {
    throw new Error(`posting ${wanted.key} is in the ledger with other amounts`);
  }
  return true;
}

/**
 * Appends one posting, or nothing when it is there already: false then (C6, F102). The database
 * refuses at commit what is not in balance, and at once what an account does not hold.
 */
export async function post(tx: Transaction, wanted: NewPosting): Promise<boolean> {
  if (wanted.posting.length === 0) return false;
  await lockAvailable(tx, wanted.tenantId);
  if (await isPosted(tx, wanted)) return false;
  await tx.insert(ledgerEntry).values(
    wanted.posting.map((line, index) => ({
      id: `${wanted.key}/${index + 1}`,
      tenantId: wanted.tenantId,
      postingId: wanted.key,
      line: index + 1,
      account: line.account,
      kind: line.kind,
      amount: line.amount,
      taskId: wanted.taskId ?? null,
      reservationId: wanted.reservationId ?? null,
      reason: wanted.reason ?? null,
    })),
  );
  return true;
}

/** Gives a tenant credits for one cause, once (C6). */
export function grantCredits(
  tx: Transaction,
  grant: {
    readonly tenantId: string;
    readonly amount: number;
    /** Names the occasion: the same one never gives twice. */
    readonly cause: string;
    readonly reason: string;
  },
): Promise<boolean> {
  const { tenantId, amount, cause, reason } = grant;
  return post(tx, {
    tenantId,
    key: grantKey(tenantId, cause),
    posting: grantPosting(amount),
    reason,
  });
}
