import { task } from "@cutroom/contracts";
import { forTenant } from "@cutroom/db";
import type { NewTaskFacts, Transaction } from "@cutroom/db";
import type { Deps } from "../../deps.ts";
import { Verbatim } from "../../verbatim.ts";
import { freshTask } from "../task/create-task.ts";
import { presentTask } from "../task/present-task.ts";
import type { ShownWork } from "../task/present-task.ts";
import { readTask } from "../task/read-tasks.ts";
import type { Known } from "./idempotency.ts";

async function answerText(deps: Deps, work: ShownWork): Promise<string> {
  return JSON.stringify({
    task_id: work.row.id,
    task: task.parse(await presentTask(deps, work)),
  });
}

/** The text that answers for a task: written down once, sent as it is for ever after. */
export async function writeAnswer(
  deps: Deps,
  tx: Transaction,
  which: { readonly tenantId: string; readonly taskId: string },
): Promise<string> {
  const stored = await readTask(tx, which.tenantId, which.taskId);
  if (stored === null) throw new Error("the task was not stored");
  return answerText(deps, stored);
}

const NO_TIME = new Date(0);
/** Inside of a text the quotation marks would be escaped, so it is there once. */
const ACCEPTED = `"accepted_at":"${NO_TIME.toISOString()}"`;

/** The same text before its task is stored, around the instant that the database will write. */
export async function foresee(
  deps: Deps,
  facts: NewTaskFacts,
): Promise<readonly [beforeAcceptedAt: string, afterAcceptedAt: string]> {
  const text = await answerText(deps, { row: freshTask(facts, NO_TIME), progress: 0, steps: [] });
  const at = text.indexOf(ACCEPTED);
  if (at === -1) throw new Error("an answer says when its task was accepted");
  return [`${text.slice(0, at)}"accepted_at":"`, text.slice(at + ACCEPTED.length - 1)];
}

/** The answer to a key that is known. */
export async function answerOf(
  deps: Deps,
  tenantId: string,
  known: Extract<Known, { is: "answered" | "forgotten" }>,
): Promise<Verbatim> {
  if (known.is === "answered") return new Verbatim(known.answer);
  const { taskId } = known;
  const text = await forTenant(deps.database, tenantId, (tx) =>
    writeAnswer(deps, tx, { tenantId, taskId }),
  );
  return new Verbatim(text);
}
