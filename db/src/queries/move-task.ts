import { sourcesOf, targetOf } from "@cutroom/domain";
import type { TaskEvent } from "@cutroom/domain";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { task } from "../schema/index.ts";
import type { TaskRow } from "../schema/index.ts";

type Facts = Partial<Omit<TaskRow, "id" | "tenantId" | "state" | "version">>;

/**
 * Moves a task by one event (C1). The guard is the lock: null means that the task was in no
 * state from which the event is legal, and nothing changed.
 */
export async function moveTask(
  tx: Transaction,
  move: { readonly taskId: string; readonly event: TaskEvent; readonly facts?: Facts },
): Promise<TaskRow | null> {
  const target = targetOf(move.event);
  const ends = target !== "QUEUED" && target !== "RUNNING";
  const rows = await tx
    .update(task)
    .set({
      ...move.facts,
      state: target,
      version: sql`${task.version} + 1`,
      ...(ends ? { finishedAt: sql`now()` } : {}),
      ...(target === "QUEUED" ? { queuedAt: sql`coalesce(${task.queuedAt}, now())` } : {}),
    })
    .where(and(eq(task.id, move.taskId), inArray(task.state, [...sourcesOf(move.event)])))
    .returning();
  return rows[0] ?? null;
}
