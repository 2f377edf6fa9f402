/** How long evidence is kept, and what that costs a month: no change without its sum (G7). */
import { planEvidence } from "../planner/evidence.ts";
import type { EvidenceFigure } from "../planner/evidence.ts";

/** In the unit of `planEvidence`. A longer retention than this pays for is refused. */
export const EVIDENCE_BUDGET_PER_MONTH = 5_000;

export interface Retention {
  /** Days within which operators can ask for it. */
  readonly queryableDays: number;
  /** Days after those in the archive; then it is destroyed. */
  readonly archiveDays: number;
  readonly inferencesPerDay: number;
  readonly queriesPerDay: number;
}

export interface RetentionPlan {
  readonly figures: readonly EvidenceFigure[];
  readonly perMonth: number;
  readonly isAffordable: boolean;
}

/**
 * Storage and queries of a retention, anew.
 * @param measuredPerDay inferences of the last day: a plan for fewer would be no plan.
 */
export function planRetention(wanted: Retention, measuredPerDay: number): RetentionPlan {
  const figures = planEvidence({
    retentionDays: wanted.queryableDays,
    archiveDays: wanted.archiveDays,
    inferencesPerDay: Math.max(wanted.inferencesPerDay, measuredPerDay),
    queriesPerDay: wanted.queriesPerDay,
  });
  const perMonth = figures.find(({ name }) => name === "total_per_month")?.value ?? Infinity;
  return { figures, perMonth, isAffordable: perMonth <= EVIDENCE_BUDGET_PER_MONTH };
}
