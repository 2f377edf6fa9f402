import { claimHeldStep, claimSteps } from "@cutroom/db";
import { LEASE_MS } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { handOut } from "./claim-hand-out.ts";
import { findStep, isHeldBy } from "./find-step.ts";

/**
 * Gives a worker the lease of one step by its name (C8): of one whose finished output it holds, at
 * any time (C10), or, as workers asked before they asked by pool, of one that is due. The caps hold
 * all the same: a held step that one keeps back is `service.unavailable`, and goes on being held.
 * `lease.lost`: the step is not this worker's to claim.
 */
export async function claimStep(
  deps: Deps,
  ask: { readonly stepId: string; readonly workerId: string },
) {
  const { stepId, workerId } = ask;
  const known = await findStep(deps, stepId);
  if (known === null || known.pool === "vendor") return refuse("request.not-found");
  const claim = { pool: known.pool, workerId, stepId, leaseMs: LEASE_MS };
  const isHeld = isHeldBy(known, workerId);
  const [claimed] = isHeld
    ? await claimHeldStep(deps.database, claim)
    : await claimSteps(deps.database, { ...claim, limit: 1 });
  if (claimed === undefined) return refuse(isHeld ? "service.unavailable" : "lease.lost");
  await deps.reach("claim.committed");
  const handed = await handOut(deps, workerId, claimed);
  return handed === null ? refuse("lease.lost") : ok(handed);
}
