import { asSystem, schema } from "@cutroom/db";
import type { ClaimedRow } from "@cutroom/db";
import type { ClaimedStep } from "@cutroom/contracts";
import { HEARTBEAT_MS, LEASE_MS, deadlineMs } from "@cutroom/domain";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { buildJob } from "./build-job.ts";
import { endStep } from "./end-step.ts";

const { task } = schema;

async function readJob(deps: Deps, claimed: ClaimedRow): Promise<ClaimedStep["job"] | null> {
  return asSystem(deps.database, async (tx) => {
    const [row] = await tx.select().from(task).where(eq(task.id, claimed.taskId));
    if (row === undefined) throw new Error("a step without a task");
    return buildJob(deps, tx, claimed, row);
  });
}

/**
 * What the holder of a lease needs for its work. Null, and the step has failed, when something
 * that it stands on is gone. Made after the claim has been committed: whoever claims next does
 * not wait for it.
 */
export async function handOut(
  deps: Deps,
  workerId: string,
  claimed: ClaimedRow,
): Promise<ClaimedStep | null> {
  const { stepId, attempt } = claimed;
  const job = await readJob(deps, claimed);
  if (job === null) {
    await endStep(
      deps,
      { stepId, workerId, attempt },
      {
        kind: "failed",
        retryable: false,
        code: "ASSET_MISSING",
        internal: "what the step stands on is gone",
      },
    );
    return null;
  }
  return {
    step_id: stepId,
    task_id: claimed.taskId,
    attempt,
    lease_ms: LEASE_MS,
    heartbeat_ms: HEARTBEAT_MS,
    deadline_ms: deadlineMs(claimed.kind),
    job,
  };
}
