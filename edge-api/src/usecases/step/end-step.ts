import type { TaskFailureCode } from "@cutroom/contracts";
import {
  appendTaskEvent,
  asSystem,
  closeReservation,
  endAttempt,
  schema,
  wakeAgain,
} from "@cutroom/db";
import type { AttemptEnd, EndedBy, TaskRow, Transaction } from "@cutroom/db";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuseAsset } from "../asset/refuse-asset.ts";
import { freeInFlight } from "../export/in-flight.ts";
import { relayTask } from "../wake/relay-wakes.ts";

const { task } = schema;

/** How an attempt ended, with codes that a person can be told. */
export type StepEnd = AttemptEnd & { readonly code?: TaskFailureCode };

/** Money and files follow the task in the same transaction (C1, C6, I9). */
async function settleEnd(deps: Deps, tx: Transaction, row: TaskRow, end: StepEnd): Promise<void> {
  if (end.task === "redispatch") {
    await wakeAgain(tx, row.id);
    return;
  }
  await closeReservation(tx, {
    taskId: row.id,
    outcome: end.task === "succeed" ? "settle" : "release",
    nextId: (prefix) => deps.ids.next(prefix),
  });
  if (end.task === "fail") await refuseAsset(tx, row, end.code ?? "RENDER_FAILED");
  if (end.task === "cancel") await refuseAsset(tx, row, "CANCELED");
}

/**
 * Ends one attempt of a step with everything that follows from it, in one transaction. False
 * when the attempt does not hold the step any more: then nothing has changed (C8).
 */
export async function endStep(
  deps: Deps,
  by: EndedBy,
  end: StepEnd,
  keepResult: (tx: Transaction, row: TaskRow) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const ended = await asSystem(deps.database, async (tx) => {
    const held = await endAttempt(tx, by, end);
    if (held === null) return null;
    const [row] = await tx.select().from(task).where(eq(task.id, held.taskId));
    if (row === undefined) throw new Error("a step without a task");
    await keepResult(tx, row);
    await settleEnd(deps, tx, row, end);
    await appendTaskEvent(tx, { taskId: row.id, type: end.task === "fail" ? "error" : "state" });
    return row;
  });
  if (ended === null) return false;
  await deps.reach("end.committed");
  if (end.task === "redispatch") deps.defer(relayTask(deps, ended.id));
  else await freeInFlight(deps, ended);
  return true;
}
