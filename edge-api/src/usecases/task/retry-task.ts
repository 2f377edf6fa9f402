import { schema } from "@cutroom/db";
import { canRetry } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq, max } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { submitTask } from "../submit/submit-task.ts";
import { startRound } from "./start-round.ts";

const { reservation, step, task } = schema;

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
    prepare: async (tx) => {
      const rows = await tx
        .select({ row: task, credits: max(reservation.amount) })
        .from(task)
        .leftJoin(reservation, eq(reservation.taskId, task.id))
        .where(and(eq(task.id, taskId), eq(task.tenantId, caller.tenantId)))
        .groupBy(task.id);
      const found = rows[0];
      if (found === undefined) return refuse("request.not-found");
      const { row } = found;
      if (row.state !== "FAILED") return refuse("task.illegal-move", { state: row.state });
      if (!canRetry(row)) return refuse("task.not-retryable", { code: row.failureCode ?? "" });
      const credits = found.credits ?? 0;
      const [failed] = await tx
        .select({ pool: step.pool })
        .from(step)
        .where(and(eq(step.taskId, taskId), eq(step.round, row.round), eq(step.state, "FAILED")))
        .limit(1);
      return ok({
        scene: row.scene,
        inputDigest: `${taskId}#${row.round + 1}`,
        credits,
        spec: row.spec,
        ...(failed === undefined ? {} : { pool: failed.pool }),
        store: (inner, demoted) =>
          startRound(deps, inner, { taskId, credits, askedBy: caller.userId, demoted }),
      });
    },
  });
}
