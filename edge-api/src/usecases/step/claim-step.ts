import {
  appendTaskEvent,
  asSystem,
  claimStep as claim,
  confirmByDelivery,
  schema,
} from "@cutroom/db";
import { HEARTBEAT_MS, LEASE_MS, deadlineMs } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { buildJob } from "./build-job.ts";
import { endStep } from "./end-step.ts";

const { step, task } = schema;

/**
 * Gives a worker the lease of a step with all that it needs (C8). A wake-up may come late, twice
 * or before its publisher has noted it: whoever finds nothing to claim is told `lease.lost`.
 */
export async function claimStep(
  deps: Deps,
  ask: { readonly stepId: string; readonly workerId: string },
) {
  const found = await asSystem(deps.database, async (tx) => {
    const known = await tx.select({ id: step.id }).from(step).where(eq(step.id, ask.stepId));
    if (known.length === 0) return refuse("request.not-found");
    await confirmByDelivery(tx, ask.stepId);
    const claimed = await claim(tx, { ...ask, leaseMs: LEASE_MS });
    if (claimed === null) return refuse("lease.lost");
    const [row] = await tx.select().from(task).where(eq(task.id, claimed.taskId));
    if (row === undefined) throw new Error("a step without a task");
    const job = await buildJob(deps, tx, claimed, row);
    await appendTaskEvent(tx, { taskId: claimed.taskId, type: "state" });
    return ok({ claimed, job });
  });
  if (!found.ok) return found;
  await deps.reach("claim.committed");
  const { claimed, job } = found.value;
  const { attempt } = claimed;
  if (job === null) {
    await endStep(
      deps,
      { ...ask, attempt },
      {
        step: "fail",
        task: "fail",
        code: "ASSET_MISSING",
        internal: "what the step stands on is gone",
      },
    );
    return refuse("lease.lost");
  }
  return ok({
    step_id: claimed.stepId,
    task_id: claimed.taskId,
    attempt,
    lease_ms: LEASE_MS,
    heartbeat_ms: HEARTBEAT_MS,
    deadline_ms: deadlineMs(claimed.kind),
    job,
  });
}
