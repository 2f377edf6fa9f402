import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import type { BrokenChain } from "./ledger-verify.ts";

/** What has grown since a chain was last found whole, or all of it and all of its heads. */
export type LedgerScope = "grown" | "whole";

/**
 * The first fault of every tenant's chain, from its last head on or from its beginning; where there
 * is none, the end of the chain becomes its next head. One statement, so what is anchored is what
 * was read, whatever is posted meanwhile (C6).
 */
export async function verifyAndAnchor(
  tx: Transaction,
  scope: LedgerScope,
): Promise<readonly BrokenChain[]> {
  const from = scope === "whole" ? sql`0` : sql`chain.head_seq`;
  const result = await tx.execute<{
    tenant_id: string;
    seq: string;
    entry_id: string | null;
    fault: string;
  }>(sql`
    with chain as (
      select account.tenant_id, account.chain_seq, account.chain_hash,
             coalesce((select max(head.seq) from ledger_head head
                        where head.tenant_id = account.tenant_id), 0) as head_seq
        from ledger_account account where account.kind = 'available'
    ), broken as (
      select chain.tenant_id, fault.seq, fault.entry_id, fault.fault
        from chain cross join lateral verify_ledger_from(chain.tenant_id, ${from}) fault
    ), anchored as (
      insert into ledger_head (tenant_id, seq, hash)
      select tenant_id, chain_seq, chain_hash from chain
       where chain_seq > head_seq
         and not exists (select from broken where broken.tenant_id = chain.tenant_id)
      on conflict do nothing
    )
    select tenant_id, seq, entry_id, fault from broken order by tenant_id`);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    seq: Number(row.seq),
    entryId: row.entry_id,
    fault: row.fault,
  }));
}

/**
 * One number for all heads there are. Kept outside of the database, it tells whether somebody has
 * rewritten a chain and its heads together.
 */
export async function digestHeads(tx: Transaction): Promise<{ heads: number; digest: string }> {
  const result = await tx.execute<{ heads: number; digest: string }>(sql`
    select count(*)::int as heads,
           encode(sha256(coalesce(string_agg(
             convert_to(tenant_id || ':' || seq || ':', 'UTF8') || hash, ''::bytea
             order by tenant_id, seq), ''::bytea)), 'hex') as digest
      from ledger_head`);
  return result.rows[0] ?? { heads: 0, digest: "" };
}
