/** The project's frame grid. Rule T13 makes one frame a whole number of flicks. */
import { FLICKS_PER_SECOND, flicksToFrameNearest, framesToFlicks } from "./time.ts";
import type { Flicks, Rate } from "./time.ts";

/** The length of one frame, in flicks; whole for every rate that T13 allows. */
export function frameLength(fps: Rate): Flicks {
  return (FLICKS_PER_SECOND * fps.d) / fps.n;
}

/** The last frame boundary at or before `time`. */
export function floorToFrame(time: Flicks, fps: Rate): Flicks {
  const frame = frameLength(fps);
  return Math.floor(time / frame) * frame;
}

/** The first frame boundary at or after `time`. */
export function ceilToFrame(time: Flicks, fps: Rate): Flicks {
  const frame = frameLength(fps);
  // "+ 0" because Math.ceil gives -0, which JSON does not keep.
  return Math.ceil(time / frame) * frame + 0;
}

/** A distance, either way, rounded to whole frames; half a frame goes away from zero. */
export function wholeFrames(delta: Flicks, fps: Rate): Flicks {
  const frame = frameLength(fps);
  return Math.sign(delta) * Math.round(Math.abs(delta) / frame) * frame + 0;
}

/** Is `time` a frame boundary? */
export function onFrame(time: Flicks, fps: Rate): boolean {
  return time % frameLength(fps) === 0;
}

/** Half-open, in frames. */
export interface FrameRange {
  readonly startFrame: number;
  readonly endFrame: number;
}

/**
 * The frames at rate `to` that show the time of `range`, whose frames are at rate `from`, in a
 * film of `frameCount` frames at `to`: one at least, and none outside of the film.
 */
export function rangeAtRate(
  range: FrameRange,
  from: Rate,
  to: Rate,
  frameCount: number,
): FrameRange {
  const at = (frame: number) => flicksToFrameNearest(framesToFlicks(frame, from), to);
  const startFrame = Math.min(at(range.startFrame), frameCount - 1);
  const endFrame = Math.max(at(range.endFrame), startFrame + 1);
  return { startFrame, endFrame: Math.min(endFrame, frameCount) };
}
