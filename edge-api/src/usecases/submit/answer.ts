import { task } from "@cutroom/contracts";
import type { Transaction } from "@cutroom/db";
import type { Deps } from "../../deps.ts";
import { Verbatim } from "../../verbatim.ts";
import { presentTask } from "../task/present-task.ts";
import { readTask } from "../task/read-tasks.ts";
import type { Known } from "./idempotency.ts";

/** The text that answers for a task: written down once, sent as it is for ever after. */
export async function writeAnswer(
  deps: Deps,
  tx: Transaction,
  which: { readonly tenantId: string; readonly taskId: string },
): Promise<string> {
  const stored = await readTask(tx, which.tenantId, which.taskId);
  if (stored === null) throw new Error("the task was not stored");
  const presented = task.parse(await presentTask(deps, stored.row, stored.progress));
  return JSON.stringify({ task_id: which.taskId, task: presented });
}

/** The answer to a key that is known. */
export async function answerOf(
  deps: Deps,
  tx: Transaction,
  tenantId: string,
  known: Extract<Known, { is: "answered" | "forgotten" }>,
): Promise<Verbatim> {
  if (known.is === "answered") return new Verbatim(known.answer);
  return new Verbatim(await writeAnswer(deps, tx, { tenantId, taskId: known.taskId }));
}
