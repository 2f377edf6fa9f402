import type { FoundBreak } from "./break.ts";

/** Younger objects belong to uploads and attempts that are still under way. */
export const STRAY_AFTER_MS = 2 * 86_400_000;

/** Bytes that are paid for and that nothing of ours names. */
export function judgeStoredObject(of: {
  readonly key: string;
  readonly sizeBytes: number;
  readonly ageMs: number;
  readonly isNamed: boolean;
}): FoundBreak | null {
  if (of.isNamed || of.ageMs < STRAY_AFTER_MS) return null;
  return {
    kind: "object-without-row",
    subject: of.key,
    tenantId: null,
    taskId: null,
    credits: null,
    costMicros: null,
    currency: null,
    facts: { sizeBytes: of.sizeBytes },
  };
}
