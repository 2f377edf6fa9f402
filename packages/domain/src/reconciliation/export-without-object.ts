import { taskBreak } from "./break.ts";
import type { FoundBreak } from "./break.ts";

/** Charged and called finished, but the store does not hold the file (I9). */
export function judgeExportObject(of: {
  readonly tenantId: string;
  readonly taskId: string;
  readonly videoKey: string;
  /** What was charged and not given back. */
  readonly credits: number;
  readonly recordedBytes: number;
  /** Null when the store has no such object. */
  readonly storedBytes: number | null;
}): FoundBreak | null {
  const { videoKey, recordedBytes, storedBytes } = of;
  if (storedBytes === recordedBytes || of.credits === 0) return null;
  return taskBreak("export-without-object", of, { videoKey, recordedBytes, storedBytes });
}
