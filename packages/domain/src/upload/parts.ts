/** How a file is cut for a multipart upload (M1, F90): the store refuses small and many parts. */
export const UPLOAD_STATES = ["OPEN", "COMPLETED", "ABORTED"] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];

export const MIN_PART_BYTES = 5 * 1024 * 1024;
export const MAX_PARTS = 10_000;
/** An upload that has not been completed by then is swept. */
export const UPLOAD_LIFETIME_MS = 7 * 86_400_000;

export interface PartPlan {
  readonly partSizeBytes: number;
  readonly partCount: number;
}

/** Part size = max(5 MiB, ceil(size / 10,000)); every part but the last has exactly that. */
export function planParts(sizeBytes: number): PartPlan {
  const full = Math.max(MIN_PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS));
  return { partSizeBytes: full, partCount: Math.max(1, Math.ceil(sizeBytes / full)) };
}

/** Bytes of part `partNumber` (from 1), or null when the plan has no such part. */
export function partSizeBytes(sizeBytes: number, partNumber: number): number | null {
  const plan = planParts(sizeBytes);
  if (partNumber < 1 || partNumber > plan.partCount) return null;
  return Math.min(plan.partSizeBytes, sizeBytes - (partNumber - 1) * plan.partSizeBytes);
}

/** The parts that still have to be sent: absent, or stored with another length than planned. */
export function missingParts(
  sizeBytes: number,
  stored: readonly { readonly partNumber: number; readonly sizeBytes: number }[],
): readonly number[] {
  const found = new Map(stored.map((part) => [part.partNumber, part.sizeBytes]));
  const { partCount } = planParts(sizeBytes);
  return Array.from({ length: partCount }, (_, index) => index + 1).filter(
    (partNumber) => found.get(partNumber) !== partSizeBytes(sizeBytes, partNumber),
  );
}
