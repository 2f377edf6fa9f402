import type { LedgerEntry, TaskScene } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";

/** A posting as its tenant sees it. */
export interface StoredPosting {
  readonly id: string;
  /** Its last place in the chain: pages go on from here. */
  readonly seq: number;
  readonly at: Date;
  readonly entries: readonly LedgerEntry[];
  readonly availableAfter: number;
  readonly task: {
    readonly id: string;
    readonly scene: TaskScene;
    /** What was bought: the project of an export, the words of a clip. */
    readonly name: string | null;
  } | null;
  readonly reason: string | null;
}

/** Postings of a tenant before a place in its chain, newest first. */
export async function readPostings(
  tx: Transaction,
  page: { readonly tenantId: string; readonly before: number | null; readonly limit: number },
): Promise<readonly StoredPosting[]> {
  const { tenantId, before, limit } = page;
  // A posting's entries follow each other, so its last one stands for it.
  const result = await tx.execute<{
    posting_id: string;
    seq: string;
    created_at: string;
    entries: LedgerEntry[];
    available_after: string;
    task_id: string | null;
    scene: TaskScene | null;
    name: string | null;
    reason: string | null;
  }>(sql`
    with page as (
      select posting_id, max(seq) as seq, min(created_at) as created_at, min(task_id) as task_id,
             min(reason) as reason,
             jsonb_agg(jsonb_build_object('account', account, 'kind', kind, 'amount', amount)
                       order by line) as entries
        from ledger_entry
       where tenant_id = ${tenantId}
         and posting_id in (
           select posting_id from ledger_entry
            where tenant_id = ${tenantId} and seq < coalesce(${before}::bigint, 9223372036854775807)
            order by seq desc limit ${limit * 4 + 4})
       group by posting_id
      having max(seq) < coalesce(${before}::bigint, 9223372036854775807)
       order by max(seq) desc limit ${limit}
    )
    select page.posting_id, page.seq, page.created_at, page.task_id, page.reason, page.entries,
           task.scene, coalesce(task.project_name, task.spec ->> 'prompt') as name,
           (select balance_after from ledger_entry entry
             where entry.tenant_id = ${tenantId} and entry.account = 'available'
               and entry.seq <= page.seq order by entry.seq desc limit 1) as available_after
      from page left join task on task.id = page.task_id order by page.seq desc`);
  return result.rows.map((row) => ({
    id: row.posting_id,
    seq: Number(row.seq),
    at: new Date(row.created_at),
    entries: row.entries,
    availableAfter: Number(row.available_after ?? 0),
    task:
      row.task_id === null || row.scene === null
        ? null
        : { id: row.task_id, scene: row.scene, name: row.name },
    reason: row.reason,
  }));
}
