import { exportCostLines } from "@cutroom/domain";
import type { CostKind, CostLine } from "@cutroom/domain";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { costLine, ledgerEntry, reservation } from "../schema/index.ts";

/** Books what a task cost; a line that is there already stays as it is. */
export async function bookCost(
  tx: Transaction,
  of: { readonly tenantId: string; readonly taskId: string; readonly lines: readonly CostLine[] },
): Promise<void> {
  const { tenantId, taskId, lines } = of;
  if (lines.length === 0) return;
  await tx
    .insert(costLine)
    .values(
      lines.map(({ kind, key, amountMicros, currency }) => ({
        tenantId,
        taskId,
        kind,
        key,
        amountMicros,
        currency,
      })),
    )
    .onConflictDoNothing();
}

/** Books exports that have finished and have no cost yet, oldest first; how many. */
export async function bookFinishedExports(tx: Transaction, limit: number): Promise<number> {
  const found = await tx.execute<{
    id: string;
    tenant_id: string;
    cpu_ms: string;
    size_bytes: string;
    retention_days: number;
    attempts: number;
  }>(sql`
    select task.id, task.tenant_id, (task.output ->> 'cpuMs')::numeric as cpu_ms,
           (task.output ->> 'sizeBytes')::bigint as size_bytes,
           (task.plan ->> 'retentionDays')::int as retention_days,
           (select coalesce(max(attempt), 1) from step where step.task_id = task.id) as attempts
      from task
     where task.state = 'SUCCEEDED' and task.scene = 'export' and task.output is not null
       and task.finished_at > now() - interval '7 days'
       and not exists (select from cost_line where cost_line.task_id = task.id
                          and cost_line.kind = 'media_compute')
     order by task.finished_at, task.id limit ${limit}`);
  for (const row of found.rows) {
    const lines = exportCostLines({
      cpuMs: Number(row.cpu_ms),
      attempts: row.attempts,
      sizeBytes: Number(row.size_bytes),
      retentionDays: row.retention_days,
    });
    await bookCost(tx, { tenantId: row.tenant_id, taskId: row.id, lines });
  }
  return found.rows.length;
}

export interface CostProfile {
  readonly currency: string;
  /** Millionths, by kind. */
  readonly micros: Readonly<Partial<Record<CostKind, number>>>;
}

/**
 * What a task has cost, for each currency, the credits that were given back for it, and those that
 * it was compensated with, less what it was charged beyond its reservation.
 */
export async function readCost(
  tx: Transaction,
  taskId: string,
): Promise<{
  readonly profiles: readonly CostProfile[];
  readonly refundedCredits: number;
  readonly compensatedCredits: number;
}> {
  const lines = await tx
    .select({
      currency: costLine.currency,
      kind: costLine.kind,
      micros: sql<string>`sum(${costLine.amountMicros})`,
    })
    .from(costLine)
    .where(eq(costLine.taskId, taskId))
    .groupBy(costLine.currency, costLine.kind);
  const [refunds] = await tx
    .select({ credits: sql<string>`coalesce(sum(${reservation.refunded}), 0)` })
    .from(reservation)
    .where(eq(reservation.taskId, taskId));
  const [made] = await tx
    .select({ credits: sql<string>`coalesce(sum(${ledgerEntry.amount}), 0)` })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.taskId, taskId),
        eq(ledgerEntry.kind, "COMPENSATE"),
        eq(ledgerEntry.account, "available"),
      ),
    );
  const currencies = [...new Set(lines.map((line) => line.currency))].toSorted();
  return {
    profiles: currencies.map((currency) => ({
      currency,
      micros: Object.fromEntries(
        lines
          .filter((line) => line.currency === currency)
          .map((line) => [line.kind, Number(line.micros)]),
      ),
    })),
    refundedCredits: Number(refunds?.credits ?? 0),
    compensatedCredits: Number(made?.credits ?? 0),
  };
}
