import { closeReservation } from "@cutroom/db";
import type { TaskRow, Transaction } from "@cutroom/db";
import type { TaskEvent } from "@cutroom/domain";
import { failureOf } from "../asset/present-asset.ts";
import { refuseAsset } from "../asset/refuse-asset.ts";

/** The events that end a task. */
export type TaskEnding = Extract<TaskEvent, "succeed" | "fail" | "cancel" | "expire">;

export function isEnding(event: TaskEvent | null): event is TaskEnding {
  return event === "succeed" || event === "fail" || event === "cancel" || event === "expire";
}

/**
 * Money and files follow a task to its end, in the transaction that ends it (C1, C6, I9). `row`
 * is the task as it stands after the move.
 */
export async function closeTask(tx: Transaction, row: TaskRow, event: TaskEnding): Promise<void> {
  const failure = failureOf(row.failureCode);
  await closeReservation(tx, {
    taskId: row.id,
    outcome: event === "succeed" ? "settle" : "release",
    ...(failure === null ? {} : { reason: failure.code }),
  });
  if (event !== "succeed") await refuseAsset(tx, row, failure?.code ?? "RENDER_FAILED");
}
