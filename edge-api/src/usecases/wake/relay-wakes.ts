import { FARM_WAKE_PATH } from "@cutroom/contracts";
import type { QueueMessage } from "@cutroom/contracts";
import { findPendingWakes, notePublishError } from "@cutroom/db";
import type { NewTaskFacts, PendingWake } from "@cutroom/db";
import type { Deps } from "../../deps.ts";

const DELIVERY_RETRIES = 3;

async function publish(deps: Deps, wake: PendingWake): Promise<void> {
  const message: QueueMessage = {
    type: "step-ready",
    step_id: wake.stepId,
    task_id: wake.taskId,
    scene: wake.scene,
  };
  const delayS = Math.ceil(wake.delayMs / 1000);
  await deps.queue.publish({
    url: deps.env.FARM_URL + FARM_WAKE_PATH,
    body: JSON.stringify(message),
    // Not the outbox id alone: the queue would swallow every later wake-up (F116).
    deduplicationId: `${wake.outboxId}:${wake.generation}`,
    retries: DELIVERY_RETRIES,
    ...(delayS > 0 ? { delayS } : {}),
  });
}

/**
 * Publishes one wake-up and then says so. A crash between the two repeats the publish, which
 * the queue drops by its deduplication id.
 */
async function relay(deps: Deps, wake: PendingWake): Promise<boolean> {
  await deps.reach("relay.found");
  try {
    await publish(deps, wake);
  } catch (error) {
    deps.log({ level: "warn", message: "wake-up not published", taskId: wake.taskId });
    await notePublishError(deps.database, { outboxId: wake.outboxId, error: String(error) });
    return false;
  }
  await deps.reach("relay.published");
  await deps.dispatch.confirm(wake);
  await deps.reach("relay.confirmed");
  return true;
}

/** Publishes what is pending, each row by itself: one that fails holds up no other. */
export async function relayWakes(
  deps: Deps,
  which: { readonly limit: number; readonly olderThanMs?: number; readonly taskId?: string },
): Promise<number> {
  const pending = await findPendingWakes(deps.database, which);
  const sent = await Promise.all(pending.map((wake) => relay(deps, wake)));
  return sent.filter(Boolean).length;
}

/** More steps of one task that become ready at once are left to the ticker. */
const STEPS_AT_ONCE = 100;

/** Right after the commit that made steps ready; the ticker repairs what fails here. */
export async function relayTask(deps: Deps, taskId: string): Promise<void> {
  await relayWakes(deps, { limit: STEPS_AT_ONCE, taskId });
}

/** The same for a task that has just been stored: what waits is known and need not be looked for. */
export async function relayFresh(deps: Deps, task: NewTaskFacts): Promise<void> {
  const wakes = task.steps.flatMap(({ id: stepId, outbox_id: outboxId }) =>
    outboxId === null
      ? []
      : { outboxId, generation: 1, taskId: task.id, stepId, scene: task.scene, delayMs: 0 },
  );
  await Promise.all(wakes.map((wake) => relay(deps, wake)));
}
