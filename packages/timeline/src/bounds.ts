/** How far an edge or a clip may travel. */
import type { Clip } from "./document.ts";
import { ceilToFrame, floorToFrame } from "./frames.ts";
import type { Flicks, Rate } from "./time.ts";

/** Allowed distances, in flicks; either end may be infinite. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Sound may stop between two frames; what makes a picture may not (T5). */
export function makesPicture(clip: Clip): boolean {
  return clip.kind !== "media" || clip.mediaKind !== "audio";
}

/**
 * `delta` inside all the bounds; in whole frames when a picture is among the clips. 0 when
 * the bounds leave nothing.
 */
export function clampDelta(
  delta: Flicks,
  bounds: readonly Bounds[],
  clips: readonly Clip[],
  fps: Rate,
): Flicks {
  const least = Math.min(0, Math.max(...bounds.map((one) => one.least)));
  const most = Math.max(0, Math.min(...bounds.map((one) => one.most)));
  const clamped = Math.min(most, Math.max(least, delta));
  if (!clips.some(makesPicture)) return clamped + 0;
  return clamped < 0 ? ceilToFrame(clamped, fps) : floorToFrame(clamped, fps);
}
