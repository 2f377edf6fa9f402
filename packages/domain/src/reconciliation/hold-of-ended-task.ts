import { isTerminal } from "../task/states.ts";
import type { TaskState } from "../task/states.ts";
import { taskBreak } from "./break.ts";
import type { FoundBreak } from "./break.ts";

/** Credits that stay promised to work that has ended: nobody can spend them. */
export function judgeHoldOfEnded(of: {
  readonly tenantId: string;
  readonly taskId: string;
  readonly credits: number;
  readonly state: TaskState;
  readonly ageMs: number;
}): FoundBreak | null {
  if (!isTerminal(of.state)) return null;
  return taskBreak("hold-of-ended-task", of, { state: of.state });
}
