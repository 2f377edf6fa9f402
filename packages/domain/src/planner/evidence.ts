/** What keeping evidence of every inference costs (G7, O2). A changed retention recomputes it. */
import { DAYS_PER_MONTH, figure } from "./figures.ts";
import type { Figure } from "./figures.ts";

export interface EvidencePolicy {
  readonly inferencesPerDay: number;
  readonly kibEach: number;
  readonly retentionDays: number;
  readonly perTibMonth: number;
  readonly queriesPerDay: number;
  readonly perQuery: number;
}

export const EVIDENCE_POLICY: EvidencePolicy = {
  inferencesPerDay: 8_640_000,
  kibEach: 64,
  retentionDays: 30,
  perTibMonth: 120,
  queriesPerDay: 50_000,
  perQuery: 0.0002,
};

const KIB_PER_GIB = 1_024 ** 2;

export function planEvidence(policy: EvidencePolicy = EVIDENCE_POLICY): readonly Figure[] {
  const { inferencesPerDay, kibEach, retentionDays, perTibMonth } = policy;
  const dailyGib = (inferencesPerDay * kibEach) / KIB_PER_GIB;
  const tib = (dailyGib * retentionDays) / 1_024;
  const storage = tib * perTibMonth;
  const queries = policy.queriesPerDay * policy.perQuery * DAYS_PER_MONTH;
  return [
    figure("daily_gib", dailyGib, `${inferencesPerDay} x ${kibEach} KiB`, 1),
    figure("retention_tib", tib, `${retentionDays} days`, 2),
    figure("storage_per_month", storage, `${perTibMonth} a TiB and month`, 1),
    figure("queries_per_month", queries, `${policy.queriesPerDay} a day x ${policy.perQuery}`),
    figure("total_per_month", storage + queries, "storage + queries", 1),
  ];
}
