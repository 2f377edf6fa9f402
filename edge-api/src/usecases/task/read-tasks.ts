import { schema } from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import { taskProgress } from "@cutroom/domain";
import { and, desc, eq } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { readFineProgress } from "../step/progress.ts";
import { glanceAtSteps } from "./glance-at-steps.ts";
import type { StepGlance } from "./glance-at-steps.ts";

const { task } = schema;

export interface TaskWithProgress {
  readonly row: TaskRow;
  readonly progress: number;
  readonly steps: readonly StepGlance[];
}

/** Tasks of the tenant, newest first, with the progress that their leases know. */
export async function readTasks(
  tx: Transaction,
  which: { readonly tenantId: string; readonly where?: SQL | undefined; readonly limit: number },
): Promise<readonly TaskWithProgress[]> {
  const rows = await tx
    .select({ row: task, steps: glanceAtSteps(task.id) })
    .from(task)
    .where(and(eq(task.tenantId, which.tenantId), which.where))
    .orderBy(desc(task.acceptedAt), desc(task.id))
    .limit(which.limit);
  return rows.map(({ row, steps }) => ({ row, steps, progress: taskProgress(steps) }));
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
  const steps = await readFineProgress(deps, found.steps);
  return { row: found.row, steps, progress: taskProgress(steps) };
}
