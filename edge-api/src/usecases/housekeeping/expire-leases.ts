import { asSystem, findExpiredLeases } from "@cutroom/db";
import type { ExpiredLease } from "@cutroom/db";
import type { Deps } from "../../deps.ts";
import { endStep } from "../step/end-step.ts";
import type { StepOutcome } from "../step/end-step.ts";

/** At most this many a pass, so that one pass never holds up the next (C8). */
const LIMIT = 500;

function outcomeOf({ isSilent }: ExpiredLease): StepOutcome {
  return isSilent
    ? { kind: "silent", code: "RENDER_FAILED", internal: "the worker went silent" }
    : { kind: "silent", code: "DEADLINE", internal: "the worker outlived its limit" };
}

/**
 * Takes steps from workers that have gone silent or never end, and sends them out again, or
 * into doubt where a vendor may be at work (C8).
 */
export async function expireLeases(deps: Deps): Promise<number> {
  const leases = await asSystem(deps.database, (tx) => findExpiredLeases(tx, LIMIT));
  if (leases.length > 0) await deps.reach("expire-lease.found");
  let ended = 0;
  for (const lease of leases) if (await endStep(deps, lease.by, outcomeOf(lease))) ended += 1;
  return ended;
}
