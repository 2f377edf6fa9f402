import type { TaskState } from "../task/states.ts";
import { taskBreak } from "./break.ts";
import type { FoundBreak } from "./break.ts";

/** The reason of a charge for work that was cancelled when the vendor had begun (C6). */
export const CANCELED_LATE = "CANCELED_LATE";

/** "Charged but no video" (I9): refund it, or find the output. */
export function judgeCharge(of: {
  readonly tenantId: string;
  readonly taskId: string;
  readonly state: TaskState;
  readonly hasOutput: boolean;
  /** What was charged and not given back. */
  readonly credits: number;
  readonly reason: string | null;
}): FoundBreak | null {
  const { state, hasOutput, credits, reason } = of;
  if (credits === 0) return null;
  if (state === "SUCCEEDED" && hasOutput) return null;
  if (state === "CANCELED" && reason === CANCELED_LATE) return null;
  return taskBreak("charge-without-output", of, { state, reason });
}
