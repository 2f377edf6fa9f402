import { nextTaskState, sourcesOf, targetOf } from "@cutroom/domain";
import type { TaskEvent, TaskState } from "@cutroom/domain";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "../database.ts";
import { task } from "../schema/index.ts";
import type { TaskRow } from "../schema/index.ts";

type Facts = Partial<Omit<TaskRow, "id" | "tenantId" | "state" | "version">>;

/** Why a task did not move: `illegal` names the move; `changed`: somebody moved it first. */
export type MoveRefusal =
  | { readonly code: "illegal"; readonly from: TaskState; readonly event: TaskEvent }
  | { readonly code: "changed"; readonly version: number }
  | { readonly code: "missing" };

export type Move =
  | { readonly ok: true; readonly row: TaskRow }
  | { readonly ok: false; readonly failure: MoveRefusal };

async function explain(tx: Transaction, taskId: string, event: TaskEvent): Promise<MoveRefusal> {
  const rows = await tx
    .select({ state: task.state, version: task.version })
    .from(task)
    .where(eq(task.id, taskId));
  const row = rows[0];
  if (row === undefined) return { code: "missing" };
  return nextTaskState(row.state, event) === null
    ? { code: "illegal", from: row.state, event }
    : { code: "changed", version: row.version };
}

/**
 * Moves a task by one event (C1): compare-and-set on its state and, where the caller has seen
 * one, on its version. A refusal has changed nothing.
 */
export async function moveTask(
  tx: Transaction,
  move: {
    readonly taskId: string;
    readonly event: TaskEvent;
    readonly version?: number;
    readonly facts?: Facts;
  },
): Promise<Move> {
  const { taskId, event, version } = move;
  const target = targetOf(event);
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
    .where(
      and(
        eq(task.id, taskId),
        inArray(task.state, [...sourcesOf(event)]),
        version === undefined ? undefined : eq(task.version, version),
      ),
    )
    .returning();
  const row = rows[0];
  return row === undefined
    ? { ok: false, failure: await explain(tx, taskId, event) }
    : { ok: true, row };
}
