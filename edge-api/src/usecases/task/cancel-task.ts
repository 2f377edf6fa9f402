import { appendTaskEvent, closeReservation, forTenant, moveTask, schema } from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import { isTerminal, stepSourcesOf, stepTargetOf } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { freeInFlight } from "../export/in-flight.ts";
import { refuseAsset } from "../asset/refuse-asset.ts";
import { presentTask } from "./present-task.ts";
import { readTask } from "./read-tasks.ts";

const { step, task } = schema;

/** Nothing has started: it ends here, and every credit goes back (C1). */
async function cancelWaiting(deps: Deps, tx: Transaction, row: TaskRow): Promise<void> {
  await moveTask(tx, {
    taskId: row.id,
    event: "cancel",
    facts: { failureCode: "CANCELED" },
  });
  await tx
    .update(step)
    .set({ state: stepTargetOf("expire"), finishedAt: sql`now()` })
    .where(and(eq(step.taskId, row.id), inArray(step.state, [...stepSourcesOf("expire")])));
  await closeReservation(tx, {
    taskId: row.id,
    outcome: "release",
    nextId: (prefix) => deps.ids.next(prefix),
  });
  await refuseAsset(tx, row, "CANCELED");
}

/**
 * Ends a waiting task at once. A running one is only asked: its worker hears of it with the
 * next heartbeat, and a finished output still counts.
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
    if (row.state !== "RUNNING") await cancelWaiting(deps, tx, row);
    await appendTaskEvent(tx, { taskId, type: "state" });
    return ok(await readTask(tx, tenantId, taskId));
  });
  if (!outcome.ok) return outcome;
  await deps.reach("cancel.committed");
  const found = outcome.value;
  if (found === null) return refuse("request.not-found");
  if (isTerminal(found.row.state)) await freeInFlight(deps, found.row);
  return ok(await presentTask(deps, found.row, found.progress));
}
