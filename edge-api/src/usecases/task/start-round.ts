import { appendTaskEvent, lockAvailable, moveTask, schema } from "@cutroom/db";
import type { StepRow, TaskRow, Transaction } from "@cutroom/db";
import { endToEndMs, pools, retryBudget } from "@cutroom/domain";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";

const { asset, deadLetter, outbox, step, stepDependency, task } = schema;

export interface NewRound {
  readonly taskId: string;
  /** What the round has reserved, credits; 0 when nobody is charged for it. */
  readonly credits: number;
  /** Who asked for it: a user, or an operator. */
  readonly askedBy: string;
  /** Behind everybody else, because its pool was full or a risk rule said so. */
  readonly demoted: boolean;
}

const freshRound = (row: TaskRow, credits: number) =>
  ({
    round: row.round + 1,
    progress: 0,
    cancelRequestedAt: null,
    failureCode: null,
    failureInternal: null,
    failureClass: null,
    creditsReserved: row.creditsReserved + credits,
    retriesUsed: 0,
    retryBudget: retryBudget(row.scene),
    notifiedAt: null,
    notifyAttempts: 0,
    notifyAfter: null,
    queuedAt: null,
    dispatchStartedAt: null,
    providerSubmittedAt: null,
    providerStartedAt: null,
    providerFinishedAt: null,
    outputFetchStartedAt: null,
    outputStoredAt: null,
    previewReadyAt: null,
  }) satisfies Partial<TaskRow>;

/**
 * What did not succeed is done again as new steps; what did stays done, and the new steps stand
 * on it, so nothing that was paid for is bought twice (F108).
 */
async function copySteps(deps: Deps, tx: Transaction, row: TaskRow, demoted: boolean) {
  const old = await tx
    .select()
    .from(step)
    .where(and(eq(step.taskId, row.id), eq(step.round, row.round)));
  const again = old.filter((entry) => entry.state !== "SUCCEEDED");
  const ids = new Map(again.map((entry) => [entry.id, deps.ids.next("step")]));
  const needs = await tx
    .select()
    .from(stepDependency)
    .where(inArray(stepDependency.stepId, [...ids.keys()]));
  const waits = new Set(
    needs.filter((need) => ids.has(need.needsStepId)).map((need) => need.stepId),
  );
  const idOf = (id: string) => ids.get(id) ?? id;
  const copy = (entry: StepRow) => ({
    ...entry,
    id: idOf(entry.id),
    round: row.round + 1,
    state: waits.has(entry.id) ? ("NEW" as const) : ("READY" as const),
    attempt: 0,
    runAt: sql`now()`,
    startTag: null,
    startedAt: null,
    finishedAt: null,
    failureCode: null,
    failureInternal: null,
    result: null,
    requestSentAt: null,
    requestKey: null,
    pool: entry.homePool ?? entry.pool,
    homePool: null,
    tier: demoted ? (pools[entry.homePool ?? entry.pool].tiers.at(-1) ?? entry.tier) : entry.tier,
  });
  const rows = again.map(copy);
  await tx.insert(step).values(rows);
  if (needs.length > 0) {
    await tx.insert(stepDependency).values(
      needs.map((need) => ({
        tenantId: need.tenantId,
        stepId: idOf(need.stepId),
        needsStepId: idOf(need.needsStepId),
      })),
    );
  }
  await tx.insert(outbox).values(
    rows
      .filter((entry) => entry.state === "READY")
      .map((entry) => ({
        id: deps.ids.next("outbox"),
        tenantId: row.tenantId,
        taskId: row.id,
        stepId: entry.id,
        scene: row.scene,
      })),
  );
}

/**
 * Sends a task that has failed on its way again (C1, C10): a new round with a retry budget and a
 * deadline of its own. Null when it has not failed, or not any more; nothing has changed then.
 * The reservation of the round is the caller's.
 */
export async function startRound(
  deps: Deps,
  tx: Transaction,
  wanted: NewRound,
): Promise<{ taskId: string; round: number } | null> {
  const { taskId, credits } = wanted;
  const rows = await tx
    .select()
    .from(task)
    .where(and(eq(task.id, taskId), eq(task.state, "FAILED")))
    .for("update");
  const row = rows[0];
  if (row === undefined) return null;
  // Money before events, as everywhere: the caller reserves after the event below.
  await lockAvailable(tx, row.tenantId);
  const facts = freshRound(row, credits);
  const moved = await moveTask(tx, { taskId, event: "retry", version: row.version, facts });
  if (!moved.ok) return null;
  await tx
    .update(task)
    .set({
      queuedAt: sql`now()`,
      roundStartedAt: sql`now()`,
      finishedAt: null,
      deadlineAt: sql`now() + ${endToEndMs(row.scene)} * interval '1 millisecond'`,
    })
    .where(eq(task.id, taskId));
  await copySteps(deps, tx, row, wanted.demoted);
  if (row.assetId !== null) {
    await tx
      .update(asset)
      .set({ state: "PROCESSING", failureCode: null })
      .where(and(eq(asset.id, row.assetId), eq(asset.state, "REFUSED")));
  }
  await tx
    .update(deadLetter)
    .set({ state: "REDRIVEN", closedBy: wanted.askedBy, closedAt: sql`now()` })
    .where(and(eq(deadLetter.taskId, taskId), eq(deadLetter.state, "OPEN")));
  await appendTaskEvent(tx, { taskId, type: "state" });
  return { taskId, round: row.round + 1 };
}
