import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

export interface BrokenChain {
  readonly tenantId: string;
  readonly seq: number;
  /** Null when entries at the end of the chain are missing. */
  readonly entryId: string | null;
  readonly fault: string;
}

/**
 * The first broken link of every tenant's chain: an entry that was changed, or a gap where one
 * was removed. Reads every entry; in step with the chain's growth, not faster.
 */
export async function verifyLedger(tx: Transaction): Promise<readonly BrokenChain[]> {
  const result = await tx.execute<{
    tenant_id: string;
    seq: string;
    entry_id: string | null;
    fault: string;
  }>(sql`
    select account.tenant_id, broken.seq, broken.entry_id, broken.fault
      from ledger_account account cross join lateral verify_ledger(account.tenant_id) broken
     where account.kind = 'available' order by account.tenant_id`);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    seq: Number(row.seq),
    entryId: row.entry_id,
    fault: row.fault,
  }));
}

export interface BalanceDrift {
  readonly tenantId: string;
  readonly account: string;
  readonly balance: number;
  readonly sum: number;
}

/** Accounts whose balance is not the sum of their entries: a rebuild would give `sum` (C6). */
export async function findBalanceDrift(tx: Transaction): Promise<readonly BalanceDrift[]> {
  const result = await tx.execute<{
    tenant_id: string;
    account: string;
    balance: string;
    sum: string;
  }>(sql`
    select account.tenant_id, account.kind as account, account.balance,
           coalesce(sum(entry.amount), 0)::bigint as sum
      from ledger_account account
      left join ledger_entry entry
        on entry.tenant_id = account.tenant_id and entry.account = account.kind
     group by account.tenant_id, account.kind, account.balance
    having account.balance <> coalesce(sum(entry.amount), 0)
     order by 1, 2`);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    account: row.account,
    balance: Number(row.balance),
    sum: Number(row.sum),
  }));
}
