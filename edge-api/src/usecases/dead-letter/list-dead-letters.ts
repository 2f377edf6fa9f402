import { schema } from "@cutroom/db";
import type { DeadLetterState } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { count, desc, eq } from "drizzle-orm";
import type { Deps } from "../../deps.ts";
import { presentDeadLetter } from "./present-dead-letter.ts";

const { deadLetter, task } = schema;

/** Work that was given up, of all tenants, newest first (C10). */
export async function listDeadLetters(
  deps: Deps,
  which: { readonly state: DeadLetterState; readonly limit: number },
) {
  const { database } = deps;
  const rows = await database
    .select({ letter: deadLetter, scene: task.scene, state: task.state })
    .from(deadLetter)
    .innerJoin(task, eq(task.id, deadLetter.taskId))
    .where(eq(deadLetter.state, which.state))
    .orderBy(desc(deadLetter.createdAt))
    .limit(which.limit);
  const [counted] = await database
    .select({ total: count() })
    .from(deadLetter)
    .where(eq(deadLetter.state, which.state));
  return ok({
    dead_letters: rows.map(({ letter, ...of }) => presentDeadLetter(letter, of)),
    total: counted?.total ?? 0,
  });
}
