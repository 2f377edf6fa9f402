import type { EvidenceRetention } from "@cutroom/contracts";
import { asSystem, countInferences, readRetention, setRetention } from "@cutroom/db";
import type { RetentionRow, Transaction } from "@cutroom/db";
import { EVIDENCE_BUDGET_PER_MONTH, planRetention } from "@cutroom/domain/moderation";
import type { Retention } from "@cutroom/domain/moderation";
import { ok } from "@cutroom/timeline";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";

async function present(tx: Transaction, row: RetentionRow): Promise<EvidenceRetention> {
  const measured = await countInferences(tx);
  const { figures, perMonth } = planRetention(row, measured);
  return {
    version: row.version,
    queryable_days: row.queryableDays,
    archive_days: row.archiveDays,
    inferences_per_day: row.inferencesPerDay,
    queries_per_day: row.queriesPerDay,
    changed_by: row.changedBy,
    changed_at: row.createdAt.toISOString(),
    note: row.note,
    measured_per_day: measured,
    figures: figures.map(({ name, value, digits, by }) => ({ name, value, digits, by })),
    per_month: perMonth,
    budget_per_month: EVIDENCE_BUDGET_PER_MONTH,
  };
}

/** How long evidence is kept, and what that costs by today's numbers. */
export function getEvidenceRetention(deps: Deps) {
  return asSystem(deps.database, async (tx) => ok(await present(tx, await readRetention(tx))));
}

/**
 * Sets another retention (G7). Storage and queries are computed anew with it; above the budget it is
 * refused, and nothing changes.
 */
export function changeEvidenceRetention(
  deps: Deps,
  caller: OperatorCaller,
  change: Retention & { readonly baseVersion: number; readonly note: string },
) {
  return asSystem(deps.database, async (tx) => {
    const { baseVersion, note, ...wanted } = change;
    const plan = planRetention(wanted, await countInferences(tx));
    if (!plan.isAffordable) {
      return refuse("evidence.over-budget", {
        per_month: Math.ceil(plan.perMonth),
        budget: EVIDENCE_BUDGET_PER_MONTH,
      });
    }
    const { version } = await readRetention(tx);
    const isSet =
      version === baseVersion &&
      (await setRetention(tx, {
        ...wanted,
        version: version + 1,
        perMonth: plan.perMonth,
        changedBy: caller.email,
        note,
      }));
    if (!isSet) return refuse("evidence.changed");
    return ok(await present(tx, await readRetention(tx)));
  });
}
