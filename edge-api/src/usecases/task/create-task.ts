import { appendTaskEvent, schema } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import { endToEndMs, placeStep, refuseStepPlan, retryBudget } from "@cutroom/domain";
import type { PlannedStep, TaskScene } from "@cutroom/domain";
import { sql } from "drizzle-orm";
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
  /** It goes to the last queue: its pool is full, or a risk rule said so (C4). */
  readonly demoted?: boolean;
  /** Absent: one step, of the scene's kind. */
  readonly steps?: readonly PlannedStep[] | undefined;
}

/** Ids of the new steps by their names; nothing is written yet. */
function nameSteps(deps: Deps, planned: readonly PlannedStep[]): ReadonlyMap<string, string> {
  const problem = refuseStepPlan(planned);
  if (problem !== null) throw new Error(`the steps of a task make no plan: ${problem}`);
  return new Map(planned.map((step) => [step.name, deps.ids.next("step")]));
}

async function writeSteps(
  deps: Deps,
  tx: Transaction,
  taskId: string,
  wanted: NewTask,
): Promise<void> {
  const { tenantId, userId, plan } = wanted.caller;
  const planned = wanted.steps ?? [
    { name: "all", kind: wanted.scene, inputDigest: wanted.inputDigest, needs: [] },
  ];
  const ids = nameSteps(deps, planned);
  const idOf = (name: string) => ids.get(name) ?? "";
  await tx.insert(schema.step).values(
    planned.map((step) => ({
      id: idOf(step.name),
      tenantId,
      taskId,
      userId,
      kind: step.kind,
      inputDigest: step.inputDigest,
      modelVersion: step.modelVersion ?? "",
      ...placeStep({
        ...wanted,
        plan,
        ...(step.pool === undefined ? {} : { pool: step.pool }),
        ...(step.estSeconds === undefined ? {} : { estSeconds: step.estSeconds }),
      }),
      state: step.needs.length === 0 ? ("READY" as const) : ("NEW" as const),
    })),
  );
  const needs = planned.flatMap((step) =>
    step.needs.map((need) => ({
      tenantId,
      stepId: idOf(step.name),
      needsStepId: idOf(need),
    })),
  );
  if (needs.length > 0) await tx.insert(schema.stepDependency).values(needs);
  const ready = planned.filter((step) => step.needs.length === 0);
  await tx.insert(schema.outbox).values(
    ready.map((step) => ({
      id: deps.ids.next("outbox"),
      tenantId,
      taskId,
      stepId: idOf(step.name),
      scene: wanted.scene,
    })),
  );
}

/**
 * Writes a task, its steps and a wake-up for each that is ready (C2, C7). The caller's
 * transaction makes them one fact with everything else it writes, so an acknowledged task can
 * never vanish (I2).
 */
export async function createTask(deps: Deps, tx: Transaction, wanted: NewTask): Promise<string> {
  const { tenantId, userId, plan } = wanted.caller;
  const taskId = deps.ids.next("task");
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
    retryBudget: retryBudget(wanted.scene),
    deadlineAt: sql`now() + ${endToEndMs(wanted.scene)} * interval '1 millisecond'`,
  });
  await writeSteps(deps, tx, taskId, wanted);
  await appendTaskEvent(tx, { taskId, type: "state" });
  return taskId;
}
