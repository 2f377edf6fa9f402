import { appendTaskEvent, asSystem, endAttempt, schema } from "@cutroom/db";
import type { EndedAttempt, EndedBy, SuccessFacts, TaskRow, Transaction } from "@cutroom/db";
import type { AttemptOutcome, FailureCode } from "@cutroom/domain";
import { eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { closeTask, isEnding } from "../task/close-task.ts";
import { followEnd } from "../task/follow-end.ts";
import { relayTask } from "../wake/relay-wakes.ts";

const { task } = schema;

/** How an attempt ended, with codes that a person can be told. */
export type StepOutcome = AttemptOutcome & {
  readonly code?: FailureCode;
  /** What a success leaves on the task's own row. */
  readonly made?: SuccessFacts;
};

/** Somebody has to look at it: nothing will try this again by itself (C10). */
function alertDead(deps: Deps, { taskId, tenantId }: EndedAttempt): void {
  deps.log({ level: "error", message: "dead letter", taskId, tenantId });
}

/** Whether the attempt came to what its worker has something to store for. */
function keeps(ended: EndedAttempt, outcome: StepOutcome): boolean {
  const { event } = ended.end;
  return event === "succeed" || (event === "retry" && outcome.kind === "busy");
}

/**
 * Ends one attempt of a step with everything that follows from it, in one transaction. False
 * when the attempt does not hold the step any more: then nothing has changed (C8). `keepResult`
 * stores what came of it elsewhere: files of a success, or where work goes that was turned away.
 */
export async function endStep(
  deps: Deps,
  by: EndedBy,
  outcome: StepOutcome,
  keepResult: (tx: Transaction, row: TaskRow) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const found = await asSystem(deps.database, async (tx) => {
    const ended = await endAttempt(tx, by, outcome, deps.chance());
    if (ended === null) return null;
    const [row] = await tx.select().from(task).where(eq(task.id, ended.taskId));
    if (row === undefined) throw new Error("a step without a task");
    if (keeps(ended, outcome)) await keepResult(tx, row);
    if (isEnding(ended.taskEvent)) await closeTask(tx, row, ended.taskEvent);
    const type = ended.taskEvent === "fail" ? "error" : "state";
    await appendTaskEvent(tx, { taskId: row.id, type, isCounted: true });
    return { ended, row };
  });
  if (found === null) return false;
  await deps.reach("end.committed");
  const { ended, row } = found;
  if (ended.isDead) alertDead(deps, ended);
  if (isEnding(ended.taskEvent)) await followEnd(deps, row);
  else deps.defer(relayTask(deps, row.id));
  return true;
}
