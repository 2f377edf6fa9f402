import { forTenant, schema } from "@cutroom/db";
import type { Standing as ShownStanding } from "@cutroom/contracts";
import { CLEAR_STANDING } from "@cutroom/domain";
import type { Clearance, Standing, StandingState } from "@cutroom/domain";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

const { riskStanding } = schema;

export const standingColumns = {
  state: riskStanding.state,
  reasons: riskStanding.reasons,
  reference: riskStanding.reference,
  since: riskStanding.since,
  clearedBy: riskStanding.clearedBy,
  clearedUntil: riskStanding.clearedUntil,
};

/** A row as the rules take it; null is somebody who was never judged. */
export function standingOf(
  row: {
    readonly state: StandingState;
    readonly reasons: readonly string[];
    readonly reference: string;
    readonly since: Date;
    readonly clearedBy: Clearance | null;
    readonly clearedUntil: Date | null;
  } | null,
): Standing {
  if (row === null) return CLEAR_STANDING;
  const { since, clearedUntil, ...rest } = row;
  return { ...rest, sinceMs: since.getTime(), clearedUntilMs: clearedUntil?.getTime() ?? 0 };
}

/** How the caller stands now, by the database. */
export async function readStanding(deps: Deps, caller: UserCaller): Promise<Standing> {
  const { tenantId, userId } = caller;
  const [row] = await forTenant(deps.database, tenantId, (tx) =>
    tx
      .select(standingColumns)
      .from(riskStanding)
      .where(and(eq(riskStanding.tenantId, tenantId), eq(riskStanding.userId, userId))),
  );
  return standingOf(row ?? null);
}

/** To its owner: why, while something is held against them, and nothing of what is over. */
export function presentStanding(of: Standing): ShownStanding {
  if (of.state === "clear") return { state: "clear", reasons: [], reference: "", since: null };
  const { state, reasons, reference, sinceMs } = of;
  return { state, reasons: [...reasons], reference, since: new Date(sinceMs).toISOString() };
}
