import { asSystem, findExpiredLeases } from "@cutroom/db";
import { MAX_ATTEMPTS } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";
import { endStep } from "../step/end-step.ts";
import type { StepEnd } from "../step/end-step.ts";

/** At most this many a pass, so that one pass never holds up the next (C8). */
const LIMIT = 500;
const SILENT = "the worker went silent";

function endOf(lease: { attempt: number; cancelRequested: boolean }): StepEnd {
  if (lease.cancelRequested) return { step: "expire", task: "cancel" };
  return lease.attempt >= MAX_ATTEMPTS
    ? { step: "fail", task: "fail", code: "RENDER_FAILED", internal: SILENT }
    : { step: "retry", task: "redispatch", code: "RENDER_FAILED", internal: SILENT, delayMs: 0 };
}

/** Takes steps from workers that have gone silent and sends them out again (C8). */
export async function expireLeases(deps: Deps): Promise<number> {
  const leases = await asSystem(deps.database, (tx) => findExpiredLeases(tx, LIMIT));
  let ended = 0;
  for (const lease of leases) {
    await deps.reach("expire-lease.found");
    const by = { stepId: lease.stepId, attempt: lease.attempt, expired: true } as const;
    if (await endStep(deps, by, endOf(lease))) ended += 1;
  }
  return ended;
}
