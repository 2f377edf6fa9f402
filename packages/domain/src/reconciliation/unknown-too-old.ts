import type { FoundBreak } from "./break.ts";

/** By then a vendor's list, a call-back or a query should have told what became of it. */
export const UNKNOWN_LIMIT_MS = 30 * 60_000;

/** Nobody knows whether a vendor did the work, and the credits stay held meanwhile (I3). */
export function judgeUnknown(of: {
  readonly stepId: string;
  readonly tenantId: string;
  readonly taskId: string;
  readonly credits: number;
  readonly attempt: number;
  readonly ageMs: number;
}): FoundBreak | null {
  if (of.ageMs <= UNKNOWN_LIMIT_MS) return null;
  return {
    kind: "unknown-too-old",
    subject: of.stepId,
    tenantId: of.tenantId,
    taskId: of.taskId,
    credits: of.credits,
    costMicros: null,
    currency: null,
    facts: { attempt: of.attempt },
  };
}
