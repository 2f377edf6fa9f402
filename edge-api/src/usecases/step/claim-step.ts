import { claimSteps, schema } from "@cutroom/db";
import { LEASE_MS } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { handOut } from "./claim-hand-out.ts";

const { step } = schema;

/**
 * Gives a worker the lease of one step by its name (C8), as workers asked before they asked by
 * pool; the caps hold all the same. Whoever finds nothing to claim is told `lease.lost`.
 */
export async function claimStep(
  deps: Deps,
  ask: { readonly stepId: string; readonly workerId: string },
) {
  const { stepId, workerId } = ask;
  const known = await deps.database
    .select({ pool: step.pool })
    .from(step)
    .where(eq(step.id, stepId));
  const pool = known[0]?.pool;
  if (pool === undefined || pool === "vendor") return refuse("request.not-found");
  const claim = { pool, workerId, stepId, limit: 1, leaseMs: LEASE_MS };
  const [claimed] = await claimSteps(deps.database, claim);
  if (claimed === undefined) return refuse("lease.lost");
  await deps.reach("claim.committed");
  const handed = await handOut(deps, workerId, claimed);
  return handed === null ? refuse("lease.lost") : ok(handed);
}
