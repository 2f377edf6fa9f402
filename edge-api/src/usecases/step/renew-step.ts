import { renewLease } from "@cutroom/db";
import type { Fence } from "@cutroom/db";
import { LEASE_MS } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { findStep } from "./find-step.ts";
import { noteProgress } from "./progress.ts";

/** A heartbeat (C8, C11): extends the lease, notes progress, tells whether to stop. */
export async function renewStep(
  deps: Deps,
  beat: Fence & { readonly progress?: number | undefined },
) {
  const { progress, ...fence } = beat;
  const held = await renewLease(deps.database, {
    ...fence,
    leaseMs: LEASE_MS,
    ...(progress === undefined ? {} : { progress }),
  });
  if (held === null) {
    return (await findStep(deps, beat.stepId)) === null
      ? refuse("request.not-found")
      : refuse("lease.lost");
  }
  await deps.reach("renew.committed");
  if (progress !== undefined) await noteProgress(deps, fence, progress);
  return ok({
    lease_ms: LEASE_MS,
    cancel_requested: held.cancelRequested,
    preempt_requested: held.preemptRequested,
  });
}
