import { taskBreak } from "./break.ts";
import type { FoundBreak } from "./break.ts";

/** Delivered and never charged: a reservation is missing, still held, or was given back. */
export function judgeDelivery(of: {
  readonly tenantId: string;
  readonly taskId: string;
  /** What the task was to cost. */
  readonly credits: number;
  readonly hasOutput: boolean;
  /** Of the task's newest reservation; null when there is none. */
  readonly reservation: "HELD" | "SETTLED" | "RELEASED" | null;
}): FoundBreak | null {
  const { hasOutput, reservation, credits } = of;
  if (!hasOutput || reservation === "SETTLED") return null;
  if (reservation === null && credits === 0) return null;
  return taskBreak("output-without-charge", { ...of, credits: -credits }, { reservation });
}
