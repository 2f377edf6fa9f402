import {
  appendTaskEvent,
  forTenant,
  haltSteps,
  moveTask,
  readStandings,
  schema,
} from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import { courseOfTask, isTerminal } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { closeTask } from "./close-task.ts";
import { followEnd } from "./follow-end.ts";
import { presentTask } from "./present-task.ts";
import { readTask } from "./read-tasks.ts";

const { task } = schema;

/** Nothing is at work: it ends here, and every credit goes back (C1). */
async function cancelWaiting(tx: Transaction, row: TaskRow): Promise<void> {
  const taskId = row.id;
  const facts = { failureCode: "CANCELED", failureClass: "user" } as const;
  const moved = await moveTask(tx, { taskId, event: "cancel", facts });
  if (!moved.ok) throw new Error("the task was locked before");
  await closeTask(tx, moved.row, "cancel");
}

/**
 * Ends a task at once when no step of it is at work. Else it is only asked: a worker hears of
 * it with the next heartbeat, a finished output still counts, and a doubt is waited for.
 */
export async function cancelTask(deps: Deps, caller: UserCaller, taskId: string) {
  const { tenantId } = caller;
  const outcome = await forTenant(deps.database, tenantId, async (tx) => {
    const rows = await tx
      .select()
      .from(task)
      .where(and(eq(task.id, taskId), eq(task.tenantId, tenantId)))
      .for("update");
    const row = rows[0];
    if (row === undefined) return refuse("request.not-found");
    if (isTerminal(row.state)) return refuse("task.illegal-move", { state: row.state });
    await tx
      .update(task)
      .set({ cancelRequestedAt: sql`coalesce(${task.cancelRequestedAt}, now())` })
      .where(eq(task.id, taskId));
    await haltSteps(tx, taskId, "waiting");
    const steps = await readStandings(tx, { taskId, round: row.round });
    if (courseOfTask(steps, true).event === "cancel") await cancelWaiting(tx, row);
    await appendTaskEvent(tx, { taskId, type: "state" });
    return ok(await readTask(tx, tenantId, taskId));
  });
  if (!outcome.ok) return outcome;
  await deps.reach("cancel.committed");
  const found = outcome.value;
  if (found === null) return refuse("request.not-found");
  if (isTerminal(found.row.state)) await followEnd(deps, found.row);
  return ok(await presentTask(deps, found));
}
