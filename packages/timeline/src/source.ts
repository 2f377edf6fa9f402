/** How clips read their sources: spans, handles and new edges. */
import { shiftedWords } from "./captions/caption.ts";
import type { CaptionClip, Clip, MediaClip } from "./document.ts";
import { gainKeysMoved } from "./gain-keys.ts";
import { withKeysMoved } from "./keys.ts";
import type { Flicks, Rate } from "./time.ts";

/** The end of a clip, just outside of it. */
export function clipEnd(clip: Clip): Flicks {
  return clip.start + clip.duration;
}

/** The same clip somewhere else; the very same one when it is there already. */
export function startingAt(clip: Clip, start: Flicks): Clip {
  return start === clip.start ? clip : { ...clip, start };
}

/**
 * The clip with its source moved on by `delta` flicks of timeline, as far as the source goes.
 * Rounding goes up, because a position that is a hair early would show the frame before.
 */
export function slipped<T extends Clip>(clip: T, delta: Flicks): T {
  if (!readsSource(clip)) return clip;
  const wanted = clip.sourceStart + Math.ceil((delta * clip.speed.n) / clip.speed.d);
  const last = clip.sourceDuration - sourceSpan(clip.duration, clip.speed);
  return { ...clip, sourceStart: Math.max(0, Math.min(wanted, last)) };
}

/** Video and sound run out; stills and titles do not. */
export function readsSource(clip: Clip): clip is MediaClip & { sourceDuration: number } {
  return clip.kind === "media" && clip.mediaKind !== "image" && clip.sourceDuration !== null;
}

/** Source flicks that `duration` flicks of timeline read. */
export function sourceSpan(duration: Flicks, speed: Rate): Flicks {
  return Math.floor((duration * speed.n) / speed.d);
}

/** Timeline flicks that `span` flicks of source can fill. */
export function timelineSpan(span: Flicks, speed: Rate): Flicks {
  return Math.floor((span * speed.d) / speed.n);
}

/** How much longer the clip's start could reach to the left, in timeline flicks. */
export function headHandle(clip: Clip): number {
  if (!readsSource(clip)) return Number.POSITIVE_INFINITY;
  return timelineSpan(clip.sourceStart, clip.speed);
}

/** How much longer the clip's end could reach to the right, in timeline flicks. */
export function tailHandle(clip: Clip): number {
  if (!readsSource(clip)) return Number.POSITIVE_INFINITY;
  const whole = timelineSpan(clip.sourceDuration - clip.sourceStart, clip.speed);
  return Math.max(0, whole - clip.duration);
}

/** Fades shortened to what the clip's length allows; the fade-in keeps its length first. */
function fitFades<T extends { fadeIn: number; fadeOut: number }>(holder: T, duration: Flicks): T {
  const fadeIn = Math.min(holder.fadeIn, duration);
  const fadeOut = Math.min(holder.fadeOut, duration - fadeIn);
  if (fadeIn === holder.fadeIn && fadeOut === holder.fadeOut) return holder;
  return { ...holder, fadeIn, fadeOut };
}

/** The clip with its fades shortened to fit (T8). */
export function withFittingFades(clip: Clip): Clip {
  const fitted = fitFades(clip, clip.duration);
  if (fitted.kind !== "media") return fitted;
  const audio = fitFades(fitted.audio, clip.duration);
  return audio === fitted.audio ? fitted : { ...fitted, audio };
}

/** Words keep their own time; those that lie outside the new edges are lost. */
function recutCaption(clip: CaptionClip, start: Flicks, duration: Flicks): CaptionClip {
  const { words, ...rest } = clip;
  const kept = words && shiftedWords(words, start - clip.start, duration);
  const timed = kept !== undefined && kept.length > 0 ? { words: kept } : {};
  return { ...rest, ...timed, start, duration };
}

/**
 * The same clip between two other edges: what is seen at any time of both stays the same. The
 * caller keeps the edges inside the source.
 */
export function recut(clip: Clip, start: Flicks, end: Flicks): Clip {
  if (start === clip.start && end === clipEnd(clip)) return clip;
  const duration = end - start;
  if (clip.kind === "caption") return withFittingFades(recutCaption(clip, start, duration));
  const moved = withKeysMoved(clip, clip.start - start);
  if (!readsSource(moved)) return withFittingFades({ ...moved, start, duration });
  const audio = gainKeysMoved(moved.audio, clip.start - start);
  const resized = { ...moved, start, duration, audio };
  return withFittingFades(slipped(resized, start - clip.start));
}

/** A piece of a clip: like `recut`, and an edge that is new carries no fade. */
export function pieceOf(clip: Clip, start: Flicks, end: Flicks): Clip {
  const edges = {
    ...(start === clip.start ? {} : { fadeIn: 0 }),
    ...(end === clipEnd(clip) ? {} : { fadeOut: 0 }),
  };
  const piece = recut(clip, start, end);
  if (piece === clip) return clip;
  if (piece.kind !== "media") return { ...piece, ...edges };
  return { ...piece, ...edges, audio: { ...piece.audio, ...edges } };
}
