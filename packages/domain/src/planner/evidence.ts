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
  /** After the days in which it can be asked for: compressed, in a colder store. */
  readonly archiveDays: number;
  /** What is left of it by compression. */
  readonly archiveRatio: number;
  readonly archivePerTibMonth: number;
}

const EVIDENCE_POLICY: EvidencePolicy = {
  inferencesPerDay: 8_640_000,
  kibEach: 64,
  retentionDays: 30,
  perTibMonth: 120,
  queriesPerDay: 50_000,
  perQuery: 0.0002,
  archiveDays: 0,
  archiveRatio: 0.2,
  archivePerTibMonth: 30,
};

export const EVIDENCE_FIGURES = [
  "daily_gib",
  "retention_tib",
  "storage_per_month",
  "queries_per_month",
  "archive_per_month",
  "total_per_month",
] as const;
export type EvidenceFigure = Figure<(typeof EVIDENCE_FIGURES)[number]>;

const KIB_PER_GIB = 1_024 ** 2;

/** What is not given is as in the plan of record, which has no archive. */
export function planEvidence(changed: Partial<EvidencePolicy> = {}): readonly EvidenceFigure[] {
  const policy = { ...EVIDENCE_POLICY, ...changed };
  const { inferencesPerDay, kibEach, retentionDays, perTibMonth } = policy;
  const dailyGib = (inferencesPerDay * kibEach) / KIB_PER_GIB;
  const tib = (dailyGib * retentionDays) / 1_024;
  const storage = tib * perTibMonth;
  const queries = policy.queriesPerDay * policy.perQuery * DAYS_PER_MONTH;
  const { archiveDays, archiveRatio, archivePerTibMonth } = policy;
  const archive = ((dailyGib * archiveDays) / 1_024) * archiveRatio * archivePerTibMonth;
  const archiveBy = `${archiveDays} days x ${archiveRatio} x ${archivePerTibMonth} a TiB and month`;
  return [
    figure("daily_gib", dailyGib, `${inferencesPerDay} x ${kibEach} KiB`, 1),
    figure("retention_tib", tib, `${retentionDays} days`, 2),
    figure("storage_per_month", storage, `${perTibMonth} a TiB and month`, 1),
    figure("queries_per_month", queries, `${policy.queriesPerDay} a day x ${policy.perQuery}`),
    ...(archiveDays === 0 ? [] : [figure("archive_per_month", archive, archiveBy, 1)]),
    figure("total_per_month", storage + queries + archive, "storage + queries + archive", 1),
  ];
}
