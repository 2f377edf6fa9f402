import type { ReconciliationBreak, ReconciliationRun } from "@cutroom/contracts";
import type { BreakEventRow, BreakRow, RunRow } from "@cutroom/db";
import { BREAK_KINDS } from "@cutroom/domain";

export function presentBreak(row: BreakRow, events: readonly BreakEventRow[]): ReconciliationBreak {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    tenant_id: row.tenantId,
    task_id: row.taskId,
    credits: row.credits,
    cost_micros: row.costMicros,
    currency: row.currency,
    facts: { ...row.facts },
    opened_at: row.openedAt.toISOString(),
    seen_at: row.seenAt.toISOString(),
    times_opened: row.timesOpened,
    owner: row.owner,
    resolved_by: row.resolvedBy,
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    note: row.note,
    history: events
      .filter((event) => event.breakId === row.id)
      .map((event) => ({
        action: event.action,
        actor: event.actor,
        note: event.note,
        at: event.createdAt.toISOString(),
      })),
  };
}

export function presentRun(row: RunRow): ReconciliationRun {
  return {
    id: row.id,
    asked_by: row.askedBy,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    checks: BREAK_KINDS.flatMap((kind) => {
      const report = row.checks[kind];
      if (report === undefined) return [];
      const { error, ...counts } = report;
      return [{ kind, ...counts, failed: error !== null }];
    }),
  };
}
