import { forTenant, schema } from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import { canRetry } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq, max } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { submitTask } from "../submit/submit-task.ts";
import { startRound } from "./start-round.ts";

const { reservation, step, task } = schema;

/** The task with the price of its rounds, and what its failed step ran on. */
async function readFailed(tx: Transaction, tenantId: string, taskId: string) {
  const rows = await tx
    .select({ row: task, credits: max(reservation.amount) })
    .from(task)
    .leftJoin(reservation, eq(reservation.taskId, task.id))
    .where(and(eq(task.id, taskId), eq(task.tenantId, tenantId)))
    .groupBy(task.id);
  const found = rows[0];
  if (found === undefined) return null;
  const [failed] = await tx
    .select({ pool: step.pool, model: step.modelVersion })
    .from(step)
    .where(and(eq(step.taskId, taskId), eq(step.round, found.row.round), eq(step.state, "FAILED")))
    .limit(1);
  return { row: found.row, credits: found.credits ?? 0, failed };
}

function refuseRetry(row: TaskRow) {
  if (row.state !== "FAILED") return refuse("task.illegal-move", { state: row.state });
  if (!canRetry(row)) return refuse("task.not-retryable", { code: row.failureCode ?? "" });
  return null;
}

/**
 * A person asks for a failed task once more (C1): through every gate of a submit, with a new
 * reservation at the old price, as a new round of the same task (C14, I5).
 */
export async function retryTask(
  deps: Deps,
  caller: UserCaller,
  ask: { readonly taskId: string; readonly idempotencyKey: string },
) {
  const { taskId, idempotencyKey } = ask;
  return submitTask(deps, caller, {
    endpoint: "retryTask",
    idempotencyKey,
    request: { task_id: taskId },
    prepare: async () => {
      const found = await forTenant(deps.database, caller.tenantId, (tx) =>
        readFailed(tx, caller.tenantId, taskId),
      );
      if (found === null) return refuse("request.not-found");
      const { row, credits, failed } = found;
      const refusal = refuseRetry(row);
      if (refusal !== null) return refusal;
      return ok({
        scene: row.scene,
        inputDigest: `${taskId}#${row.round + 1}`,
        credits,
        spec: row.spec,
        ...failed,
        store: (tx: Transaction, demoted: boolean) =>
          startRound(deps, tx, { taskId, credits, askedBy: caller.userId, demoted }),
      });
    },
  });
}
