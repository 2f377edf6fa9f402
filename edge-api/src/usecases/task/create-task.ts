import { storeTask } from "@cutroom/db";
import type { NewTaskFacts, Transaction } from "@cutroom/db";
import { endToEndMs, placeStep, refuseStepPlan, retryBudget } from "@cutroom/domain";
import type { PlannedStep, TaskScene } from "@cutroom/domain";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import type { ShownTask } from "./present-task.ts";

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
  /** Which model it is for, where its only step does not tell. */
  readonly model?: string;
  /** Absent: one step, of the scene's kind. */
  readonly steps?: readonly PlannedStep[] | undefined;
}

/** Ids of the new steps by their names; nothing is written yet. */
function nameSteps(deps: Deps, planned: readonly PlannedStep[]): ReadonlyMap<string, string> {
  const problem = refuseStepPlan(planned);
  if (problem !== null) throw new Error(`the steps of a task make no plan: ${problem}`);
  return new Map(planned.map((step) => [step.name, deps.ids.next("step")]));
}

function planStep(
  wanted: NewTask,
  step: PlannedStep,
  ids: ReadonlyMap<string, string>,
  outboxId: string | null,
): NewTaskFacts["steps"][number] {
  const { plan } = wanted.caller;
  const place = {
    ...wanted,
    plan,
    ...(step.pool === undefined ? {} : { pool: step.pool }),
    ...(step.estSeconds === undefined ? {} : { estSeconds: step.estSeconds }),
  };
  const { pool, tier, estSeconds, weight, tenantCap, userCap } = placeStep(place);
  const idOf = (name: string) => ids.get(name) ?? "";
  return {
    id: idOf(step.name),
    kind: step.kind,
    model_version: step.modelVersion ?? "",
    input_digest: step.inputDigest,
    pool,
    tier,
    demoted_tier: placeStep({ ...place, demoted: true }).tier,
    est_seconds: estSeconds,
    weight,
    tenant_cap: tenantCap,
    user_cap: userCap,
    state: step.needs.length === 0 ? "READY" : "NEW",
    needs: step.needs.map(idOf),
    outbox_id: outboxId,
  };
}

/** All that will be written of a new task; nothing is yet. */
export function planTask(deps: Deps, wanted: NewTask): NewTaskFacts {
  const { tenantId, userId, plan } = wanted.caller;
  const id = deps.ids.next("task");
  const { scene, inputDigest, model: modelVersion = "" } = wanted;
  const planned = wanted.steps ?? [
    { name: "all", kind: scene, inputDigest, needs: [], modelVersion },
  ];
  const ids = nameSteps(deps, planned);
  return {
    id,
    tenant_id: tenantId,
    user_id: userId,
    scene,
    plan,
    asset_id: wanted.assetId ?? null,
    project_id: wanted.project?.id ?? null,
    project_name: wanted.project?.name ?? null,
    project_revision: wanted.project?.revision ?? null,
    spec: wanted.spec ?? null,
    credits: wanted.credits ?? 0,
    retry_budget: retryBudget(scene),
    end_to_end_ms: endToEndMs(scene),
    steps: planned.map((step) =>
      planStep(wanted, step, ids, step.needs.length === 0 ? deps.ids.next("outbox") : null),
    ),
  };
}

/** The task as it is right after that, for whoever is answered before anybody reads it. */
export function freshTask(facts: NewTaskFacts, acceptedAt: Date): ShownTask {
  return {
    id: facts.id,
    scene: facts.scene,
    state: "CREATED",
    version: 1,
    progress: 0,
    cancelRequestedAt: null,
    failureCode: null,
    creditsReserved: facts.credits,
    creditsSettled: 0,
    creditsReleased: 0,
    acceptedAt,
    queuedAt: null,
    dispatchStartedAt: null,
    providerSubmittedAt: null,
    providerStartedAt: null,
    providerFinishedAt: null,
    outputFetchStartedAt: null,
    outputStoredAt: null,
    previewReadyAt: null,
    finishedAt: null,
    projectId: facts.project_id,
    projectName: facts.project_name,
    projectRevision: facts.project_revision,
    assetId: facts.asset_id,
    spec: facts.spec,
    output: null,
  };
}

/**
 * Writes a task, its steps and a wake-up for each that is ready (C2, C7). The caller's
 * transaction makes them one fact with everything else it writes, so an acknowledged task can
 * never vanish (I2).
 */
export async function createTask(deps: Deps, tx: Transaction, wanted: NewTask): Promise<string> {
  const facts = planTask(deps, wanted);
  await storeTask(tx, facts, { demoted: wanted.demoted ?? false });
  return facts.id;
}
