/** Takes: files that were made for one clip, of which it shows one. */
import { z } from "zod";
import type { MediaClip } from "./document.ts";
import { pacedSourceSpan, paceOf, readsSource } from "./source.ts";
import { flicks } from "./time.ts";

/** As a clip names its own file. */
export const take = z.strictObject({
  assetId: z.string().min(1).max(64),
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
  sourceDuration: flicks.positive(),
});
export type Take = z.infer<typeof take>;

/** The take that the clip shows now; null for what has none, as a still. */
function shownTake(clip: MediaClip): Take | null {
  if (!readsSource(clip)) return null;
  const { assetId, checksum, sourceDuration } = clip;
  return { assetId, checksum, sourceDuration };
}

/** Every take of a clip, oldest first; one that was never made again has itself alone. */
export function takesOf(clip: MediaClip): readonly Take[] {
  if (clip.takes !== undefined) return clip.takes;
  const shown = shownTake(clip);
  return shown === null ? [] : [shown];
}

/** The files are all different and the one that is shown is among them (T19). */
export function takesFit({ assetId, takes }: MediaClip): boolean {
  if (takes === undefined) return true;
  const ids = new Set(takes.map((one) => one.assetId));
  return ids.size === takes.length && ids.has(assetId);
}

/**
 * The clip showing `wanted`, which joins its takes; place and length stay. Null when the clip
 * has no takes or the file is shorter than what the clip shows.
 */
export function withTake(clip: MediaClip, wanted: Take): MediaClip | null {
  const span = pacedSourceSpan(clip.duration, paceOf(clip));
  const takes = takesOf(clip);
  if (takes.length === 0 || span > wanted.sourceDuration) return null;
  const known = takes.some((one) => one.assetId === wanted.assetId);
  return {
    ...clip,
    ...wanted,
    sourceStart: Math.min(clip.sourceStart, wanted.sourceDuration - span),
    takes: known
      ? takes.map((one) => (one.assetId === wanted.assetId ? wanted : one))
      : [...takes, wanted],
  };
}
