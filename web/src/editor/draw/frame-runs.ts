/** Frames in order as runs without a gap: the first frame of each and the one after its last. */
export function frameRuns(
  frames: readonly number[],
): readonly (readonly [first: number, end: number])[] {
  const runs: [number, number][] = [];
  for (const frame of frames) {
    const last = runs.at(-1);
    if (last?.[1] === frame) last[1] = frame + 1;
    else runs.push([frame, frame + 1]);
  }
  return runs;
}
