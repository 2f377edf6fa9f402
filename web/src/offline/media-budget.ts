/** How much of this device the media of the editor may take, and what goes first. */
const MOST_BYTES = 2_000_000_000;
const SHARE_OF_QUOTA = 0.25;
const SHARE_OF_ONE_FILE = 0.25;

export interface KeptFile {
  readonly id: string;
  readonly bytes: number;
  readonly usedAtMs: number;
}

/** 2 GB, or a quarter of what the browser lets this site have, whichever is less. */
export function mediaBudgetBytes(quotaBytes: number): number {
  return Math.floor(Math.min(MOST_BYTES, quotaBytes * SHARE_OF_QUOTA));
}

/** One long film may not drive out everything else. */
export function largestFileBytes(budgetBytes: number): number {
  return Math.floor(budgetBytes * SHARE_OF_ONE_FILE);
}

/** The files that have to go, least recently used first, so that `moreBytes` fit. */
export function filesToEvict(
  kept: readonly KeptFile[],
  moreBytes: number,
  budgetBytes: number,
): readonly string[] {
  let over = kept.reduce((sum, { bytes }) => sum + bytes, 0) + moreBytes - budgetBytes;
  const gone: string[] = [];
  for (const { id, bytes } of kept.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (over <= 0) break;
    gone.push(id);
    over -= bytes;
  }
  return gone;
}
