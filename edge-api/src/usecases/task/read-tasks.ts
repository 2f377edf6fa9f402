import { schema } from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import { and, desc, eq } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { readProgress } from "../step/progress.ts";
import { progressOfSteps } from "./progress-of-steps.ts";

const { task } = schema;

export interface TaskWithProgress {
  readonly row: TaskRow;
  readonly progress: number;
}

/** Tasks of the tenant, newest first, with the progress that their leases know. */
export async function readTasks(
  tx: Transaction,
  which: { readonly tenantId: string; readonly where?: SQL | undefined; readonly limit: number },
): Promise<readonly TaskWithProgress[]> {
  return tx
    .select({ row: task, progress: progressOfSteps(task.id) })
    .from(task)
    .where(and(eq(task.tenantId, which.tenantId), which.where))
    .orderBy(desc(task.acceptedAt), desc(task.id))
    .limit(which.limit);
}

export async function readTask(
  tx: Transaction,
  tenantId: string,
  taskId: string,
): Promise<TaskWithProgress | null> {
  const rows = await readTasks(tx, { tenantId, where: eq(task.id, taskId), limit: 1 });
  return rows[0] ?? null;
}

/** The finer progress of the key-value store where it has any (C11). */
export async function withFreshProgress(
  deps: Deps,
  found: TaskWithProgress,
): Promise<TaskWithProgress> {
  if (found.row.state !== "RUNNING") return found;
  return { row: found.row, progress: await readProgress(deps, found.row.id, found.progress) };
}
