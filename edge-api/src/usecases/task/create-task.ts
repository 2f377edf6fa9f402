import { appendTaskEvent, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { placeStep } from "@cutroom/domain";
import type { TaskScene } from "@cutroom/domain";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";

export interface NewTask {
  readonly caller: UserCaller;
  readonly scene: TaskScene;
  /** Tells one piece of work from another: one live step for each (C2). */
  readonly inputDigest: string;
  readonly assetId?: string;
  readonly project?: { readonly id: string; readonly name: string; readonly revision: number };
  readonly spec?: unknown;
  readonly credits?: number;
  /** Bytes to work through, where the price does not tell how long it takes. */
  readonly sizeBytes?: number;
}

/**
 * Writes a task, its step and its outbox row (C7). The caller's transaction makes them one
 * fact with everything else it writes, so an acknowledged task can never vanish (I2).
 */
export async function createTask(deps: Deps, tx: Transaction, wanted: NewTask): Promise<string> {
  const { tenantId, userId, plan } = wanted.caller;
  const taskId = deps.ids.next("task");
  const stepId = deps.ids.next("step");
  await tx.insert(schema.task).values({
    id: taskId,
    tenantId,
    userId,
    scene: wanted.scene,
    plan,
    assetId: wanted.assetId ?? null,
    projectId: wanted.project?.id ?? null,
    projectName: wanted.project?.name ?? null,
    projectRevision: wanted.project?.revision ?? null,
    spec: wanted.spec ?? null,
    creditsReserved: wanted.credits ?? 0,
  });
  await tx.insert(schema.step).values({
    id: stepId,
    tenantId,
    taskId,
    userId,
    kind: wanted.scene,
    inputDigest: wanted.inputDigest,
    ...placeStep({ ...wanted, plan }),
    state: "READY",
  });
  await tx.insert(schema.outbox).values({
    id: deps.ids.next("outbox"),
    tenantId,
    taskId,
    stepId,
    scene: wanted.scene,
  });
  await appendTaskEvent(tx, { taskId, type: "state" });
  return taskId;
}
