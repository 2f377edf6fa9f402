import { isTerminal } from "../task/states.ts";
import type { TaskState } from "../task/states.ts";
import { taskBreak } from "./break.ts";
import type { FoundBreak } from "./break.ts";

/** Longer than the queue's limit, every attempt and every wait between them together. */
export const HOLD_LIMIT_MS = 24 * 3_600_000;

/** Credits held for work that should have ended long ago. */
export function judgeHoldAge(of: {
  readonly tenantId: string;
  readonly taskId: string;
  readonly credits: number;
  readonly state: TaskState;
  readonly ageMs: number;
}): FoundBreak | null {
  if (isTerminal(of.state) || of.ageMs <= HOLD_LIMIT_MS) return null;
  return taskBreak("hold-too-old", of, { state: of.state });
}
