import {
  appendTaskEvent,
  asSystem,
  findOverdueTasks,
  findPastDeadline,
  haltSteps,
  moveTask,
  readStandings,
  schema,
} from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import { CREATED_LIMIT_MS, QUEUE_LIMIT_MS, courseOfTask } from "@cutroom/domain";
import { and, eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { closeTask } from "../task/close-task.ts";
import { followEnd } from "../task/follow-end.ts";

const { deadLetter, task } = schema;
const LIMIT = 500;
const LATE = { failureCode: "DEADLINE", failureClass: "platform" } as const;

/** It never started: every credit goes back (C1). */
async function expireWaiting(tx: Transaction, taskId: string): Promise<TaskRow | null> {
  const moved = await moveTask(tx, { taskId, event: "expire", facts: LATE });
  if (!moved.ok) return null;
  await haltSteps(tx, taskId, "all");
  await closeTask(tx, moved.row, "expire");
  await appendTaskEvent(tx, { taskId, type: "state" });
  return moved.row;
}

/** Nobody's attempt failed for good, so the step that was given up is what operators find (C10). */
async function buryLate(tx: Transaction, row: TaskRow, stepId: string): Promise<void> {
  await tx
    .insert(deadLetter)
    .values({
      id: `dead_${stepId}`,
      tenantId: row.tenantId,
      taskId: row.id,
      stepId,
      round: row.round,
      cause: LATE.failureCode,
      internal: "past its deadline while it waited",
      attempts: row.retriesUsed,
    })
    .onConflictDoNothing();
}

/** It started and nothing may be tried again: what waits is given up, a doubt is waited for. */
async function failLate(tx: Transaction, taskId: string): Promise<TaskRow | null> {
  const rows = await tx
    .select()
    .from(task)
    .where(and(eq(task.id, taskId), eq(task.state, "RUNNING")))
    .for("update");
  const row = rows[0];
  if (row === undefined) return null;
  await haltSteps(tx, taskId, "all");
  const steps = await readStandings(tx, { taskId, round: row.round });
  const { event } = courseOfTask(steps, row.cancelRequestedAt !== null);
  if (event !== "fail" && event !== "cancel") return null;
  const moved = await moveTask(tx, { taskId, event, version: row.version, facts: LATE });
  if (!moved.ok) return null;
  const given = steps.find((step) => step.state === "EXPIRED");
  if (event === "fail" && given !== undefined) await buryLate(tx, row, given.id);
  await closeTask(tx, moved.row, event);
  await appendTaskEvent(tx, { taskId, type: "error" });
  return moved.row;
}

async function endOne(
  deps: Deps,
  taskId: string,
  end: (tx: Transaction, taskId: string) => Promise<TaskRow | null>,
): Promise<boolean> {
  const row = await asSystem(deps.database, (tx) => end(tx, taskId));
  if (row === null) return false;
  await deps.reach("expire-task.committed");
  if (row.state === "FAILED") {
    deps.log({ level: "error", message: "dead letter", taskId, tenantId: row.tenantId });
  }
  await followEnd(deps, row);
  return true;
}

/** Ends tasks that could not start, or not go on, in time (C1, C10). */
export async function expireTasks(deps: Deps): Promise<number> {
  const { waiting, late } = await asSystem(deps.database, async (tx) => ({
    waiting: await findOverdueTasks(tx, {
      createdMs: CREATED_LIMIT_MS,
      queuedMs: QUEUE_LIMIT_MS,
      limit: LIMIT,
    }),
    late: await findPastDeadline(tx, LIMIT),
  }));
  let ended = 0;
  for (const taskId of waiting) if (await endOne(deps, taskId, expireWaiting)) ended += 1;
  for (const taskId of late) if (await endOne(deps, taskId, failLate)) ended += 1;
  return ended;
}
