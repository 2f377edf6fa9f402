/** Bringing clips onto a frame grid. */
import { makesPicture } from "./bounds.ts";
import type { Clip } from "./document.ts";
import { frameLength } from "./frames.ts";
import { withKeysStretched } from "./keys.ts";
import { clipEnd, headHandle, recut, startingAt, tailHandle } from "./source.ts";
import { snapToFrame } from "./time.ts";
import type { Rate } from "./time.ts";

/**
 * The clip with both of a picture's edges on the nearest frames of `fps`, or the end a frame
 * earlier when the source does not reach; sound as it is. Null when it would last no frame.
 */
export function regrid(clip: Clip, fps: Rate): Clip | null {
  const frame = frameLength(fps);
  if (!makesPicture(clip)) return clip.duration < frame ? null : clip;
  const start = snapToFrame(clip.start, fps);
  const nearest = snapToFrame(clipEnd(clip), fps);
  const exceeds = nearest - start > headHandle(clip) + clip.duration + tailHandle(clip);
  const end = exceeds ? nearest - frame : nearest;
  if (end - start < frame) return null;
  if (clip.kind === "compound") {
    return {
      ...clip,
      start,
      duration: end - start,
      sourceStart: snapToFrame(clip.sourceStart, fps),
    };
  }
  return withKeysStretched(recut(startingAt(clip, start), start, end), 1, fps);
}
