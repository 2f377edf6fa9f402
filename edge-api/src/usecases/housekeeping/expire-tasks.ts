import {
  appendTaskEvent,
  asSystem,
  closeReservation,
  findOverdueTasks,
  moveTask,
  schema,
} from "@cutroom/db";
import { CREATED_LIMIT_MS, QUEUE_LIMIT_MS, stepSourcesOf, stepTargetOf } from "@cutroom/domain";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { refuseAsset } from "../asset/refuse-asset.ts";
import { freeInFlight } from "../export/in-flight.ts";

const { step } = schema;
const LIMIT = 500;

async function expireOne(deps: Deps, taskId: string): Promise<boolean> {
  const row = await asSystem(deps.database, async (tx) => {
    const moved = await moveTask(tx, {
      taskId,
      event: "expire",
      facts: { failureCode: "DEADLINE" },
    });
    if (moved === null) return null;
    await tx
      .update(step)
      .set({ state: stepTargetOf("expire"), finishedAt: sql`now()` })
      .where(and(eq(step.taskId, taskId), inArray(step.state, [...stepSourcesOf("expire")])));
    await closeReservation(tx, {
      taskId,
      outcome: "release",
      nextId: (prefix) => deps.ids.next(prefix),
    });
    await refuseAsset(tx, moved, "DEADLINE");
    await appendTaskEvent(tx, { taskId, type: "state" });
    return moved;
  });
  if (row !== null) await deps.reach("expire-task.committed");
  if (row !== null) await freeInFlight(deps, row);
  return row !== null;
}

/** Ends tasks that nobody could take in time; every credit goes back (C1). */
export async function expireTasks(deps: Deps): Promise<number> {
  const overdue = await asSystem(deps.database, (tx) =>
    findOverdueTasks(tx, { createdMs: CREATED_LIMIT_MS, queuedMs: QUEUE_LIMIT_MS, limit: LIMIT }),
  );
  let ended = 0;
  for (const taskId of overdue) if (await expireOne(deps, taskId)) ended += 1;
  return ended;
}
