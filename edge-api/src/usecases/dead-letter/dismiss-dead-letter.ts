import { asSystem, schema } from "@cutroom/db";
import { ok } from "@cutroom/timeline";
import { and, eq, sql } from "drizzle-orm";
import type { OperatorCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentDeadLetter } from "./present-dead-letter.ts";

const { deadLetter, task } = schema;

/** Takes given-up work off the list; the task stays failed. */
export async function dismissDeadLetter(deps: Deps, operator: OperatorCaller, letterId: string) {
  return asSystem(deps.database, async (tx) => {
    const [closed] = await tx
      .update(deadLetter)
      .set({ state: "DISMISSED", closedBy: operator.email, closedAt: sql`now()` })
      .where(and(eq(deadLetter.id, letterId), eq(deadLetter.state, "OPEN")))
      .returning();
    const [found] = await tx
      .select({ letter: deadLetter, scene: task.scene, state: task.state })
      .from(deadLetter)
      .innerJoin(task, eq(task.id, deadLetter.taskId))
      .where(eq(deadLetter.id, letterId));
    if (found === undefined) return refuse("request.not-found");
    if (closed === undefined) return refuse("task.illegal-move", { state: found.letter.state });
    return ok(presentDeadLetter(found.letter, found));
  });
}
