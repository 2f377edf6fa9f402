/** Guards of UPDATE statements, printed from the domain's tables. */
import { CLAIMABLE_TASK_STATES, sourcesOf, stepSourcesOf } from "@cutroom/domain";
import type { StepEvent, TaskEvent } from "@cutroom/domain";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";

/** `("A", "B")`, each as a value of the enum `type`. */
export function list(states: readonly string[], type: string): SQL {
  const names = sql.join(
    states.map((state) => sql`${state}::${sql.raw(type)}`),
    sql`, `,
  );
  return sql`(${names})`;
}

/** `("QUEUED")`: the states from which `event` may start. */
export const taskSources = (event: TaskEvent): SQL => list(sourcesOf(event), "task_state");
export const stepSources = (event: StepEvent): SQL => list(stepSourcesOf(event), "step_state");

/** A step may start while its task is in one of these. */
export const claimableTasks: SQL = list(CLAIMABLE_TASK_STATES, "task_state");

export const milliseconds = (ms: number | SQL): SQL => sql`${ms} * interval '1 millisecond'`;
