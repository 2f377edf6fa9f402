import {
  type Clip,
  type MediaClip,
  type ProjectDocument,
  clipsOnTrack,
  flicksToMs,
  isUnfilled,
  paceOf,
  pacedSourceSpan,
} from "@cutroom/timeline";
import type { ChosenFrame, FrameWish } from "../../generate/generate-choice.ts";
import { type Gap, gapAt } from "./place-generated.ts";

const shows = (clip: Clip | undefined): clip is MediaClip =>
  clip?.kind === "media" && clip.mediaKind !== "audio" && !isUnfilled(clip);

/** The picture that a clip shows first, or last, as it is cut now. */
function edgeOf(clip: MediaClip, edge: "start" | "end"): ChosenFrame {
  const { assetId, sourceStart, duration } = clip;
  if (clip.mediaKind === "image") return { assetId, atMs: null };
  const end = (edge === "end") !== (clip.reversed === true);
  const read = end && clip.frozen !== true ? pacedSourceSpan(duration, paceOf(clip)) : 0;
  // What is cut off begins at the end itself.
  const before = read > 0 ? 1 : 0;
  return { assetId, atMs: Math.round(flicksToMs(sourceStart + read)) - before };
}

/** A clip that begins with what this one shows first; null for what shows nothing. */
export function animateWish(clip: Clip): FrameWish | null {
  return shows(clip) ? { mode: "image", first: edgeOf(clip, "start"), last: null } : null;
}

/** A clip that goes on where this one ends, and the place behind it; null for what shows nothing. */
export function extendWish(
  document: ProjectDocument,
  clip: Clip,
): { readonly frames: FrameWish; readonly gap: Gap } | null {
  if (!shows(clip)) return null;
  const startFlicks = clip.start + clip.duration;
  const free = gapAt(document, clip.trackId, startFlicks)?.durationFlicks;
  const frames = { mode: "extend", first: edgeOf(clip, "end"), last: null } as const;
  const durationFlicks = free ?? Number.MAX_SAFE_INTEGER;
  return { frames, gap: { trackId: clip.trackId, startFlicks, durationFlicks } };
}

/** A clip from the last picture before the gap to the first one behind it; null without both. */
export function bridgeWish(document: ProjectDocument, gap: Gap): FrameWish | null {
  const clips = clipsOnTrack(document, gap.trackId);
  const end = gap.startFlicks + gap.durationFlicks;
  const left = clips.find((clip) => clip.start + clip.duration === gap.startFlicks);
  const right = clips.find((clip) => clip.start === end);
  if (!shows(left) || !shows(right)) return null;
  return { mode: "image", first: edgeOf(left, "end"), last: edgeOf(right, "start") };
}
