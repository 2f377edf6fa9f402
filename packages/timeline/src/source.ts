/** How clips read their sources: spans, handles and new edges. */
import { shiftedWords } from "./captions/caption.ts";
import type { CaptionClip, Clip, MediaClip } from "./document.ts";
import { gainKeysMoved } from "./gain-keys.ts";
import { withKeysMoved } from "./keys.ts";
import {
  floorDiv,
  longestFlicks,
  sourceElapsed,
  sourceElapsedFlicks,
  speedKnots,
  withSpeedKeyTimes,
} from "./speed-ramp.ts";
import type { SourcePace } from "./speed-ramp.ts";
import { FLICKS_PER_SECOND } from "./time.ts";
import type { Flicks, Rate } from "./time.ts";

/** No document is longer (T14). */
const LONGEST_REACH = 24 * 3600 * FLICKS_PER_SECOND;

/** The end of a clip, just outside of it. */
export function clipEnd(clip: Clip): Flicks {
  return clip.start + clip.duration;
}

/** The same clip somewhere else; the very same one when it is there already. */
export function startingAt(clip: Clip, start: Flicks): Clip {
  return start === clip.start ? clip : { ...clip, start };
}

/** Video and sound run out; stills, titles and a held frame do not. */
export function readsSource(clip: Clip): clip is MediaClip & { sourceDuration: number } {
  return (
    clip.kind === "media" &&
    clip.mediaKind !== "image" &&
    clip.frozen !== true &&
    clip.sourceDuration !== null
  );
}

/** How the clip's source runs: the clip's speed, with its ramp as straight lines. */
export function paceOf({ speed, speedKeys }: Pick<MediaClip, "speed" | "speedKeys">): SourcePace {
  return speedKeys === undefined ? { speed } : { speed, ramp: speedKnots(speedKeys) };
}

/** Source flicks that `duration` flicks of timeline read. */
export function sourceSpan(duration: Flicks, speed: Rate): Flicks {
  return Math.floor((duration * speed.n) / speed.d);
}

/** Timeline flicks that `span` flicks of source can fill. */
export function timelineSpan(span: Flicks, speed: Rate): Flicks {
  return Math.floor((span * speed.d) / speed.n);
}

/** As `sourceSpan`, from the clip's start on. */
export function pacedSourceSpan(duration: Flicks, pace: SourcePace): Flicks {
  if (pace.ramp === undefined) return sourceSpan(duration, pace.speed);
  return sourceElapsedFlicks(pace, duration);
}

/** As `timelineSpan`, from the clip's start on. */
export function pacedTimelineSpan(span: Flicks, pace: SourcePace): Flicks {
  if (pace.ramp === undefined) return timelineSpan(span, pace.speed);
  return longestFlicks(LONGEST_REACH, (time) => sourceElapsedFlicks(pace, time) <= span);
}

/** Timeline flicks before the clip's start that `span` flicks of source can fill. */
function timelineSpanBefore(span: Flicks, pace: SourcePace): Flicks {
  if (pace.ramp === undefined) return timelineSpan(span, pace.speed);
  return longestFlicks(LONGEST_REACH, (time) => -sourceElapsedFlicks(pace, -time) <= span);
}

/** Source flicks on both sides of what the clip reads: before it is seen, and after. */
function unread(clip: MediaClip & { sourceDuration: number }, pace: SourcePace) {
  const below = clip.sourceStart;
  const above = clip.sourceDuration - below - pacedSourceSpan(clip.duration, pace);
  return clip.reversed ? { before: above, after: below } : { before: below, after: above };
}

/** How much longer the clip's start could reach to the left, in timeline flicks. */
export function headHandle(clip: Clip): number {
  if (clip.kind === "compound") return clip.sourceStart;
  if (!readsSource(clip)) return Number.POSITIVE_INFINITY;
  const pace = paceOf(clip);
  return timelineSpanBefore(unread(clip, pace).before, pace);
}

/** How much longer the clip's end could reach to the right, in timeline flicks. */
export function tailHandle(clip: Clip): number {
  if (!readsSource(clip)) return Number.POSITIVE_INFINITY;
  const pace = paceOf(clip);
  const read = clip.reversed
    ? clip.sourceStart + pacedSourceSpan(clip.duration, pace)
    : clip.sourceDuration - clip.sourceStart;
  return Math.max(0, pacedTimelineSpan(read, pace) - clip.duration);
}

/** The clip reading from `sourceStart` on, as far as the source goes. */
function readingFrom<T extends MediaClip & { sourceDuration: number }>(
  clip: T,
  sourceStart: Flicks,
): T {
  const last = clip.sourceDuration - pacedSourceSpan(clip.duration, paceOf(clip));
  return { ...clip, sourceStart: Math.max(0, Math.min(sourceStart, last)) };
}

/**
 * The clip showing what it would show `delta` flicks of timeline later, as far as the source
 * goes. Rounding goes up, because a position that is a hair early would show the frame before.
 */
export function slipped<T extends Clip>(clip: T, delta: Flicks): T {
  if (!readsSource(clip)) return clip;
  const { speed } = clip;
  const along = clip.reversed ? -delta : delta;
  return readingFrom(clip, clip.sourceStart + Math.ceil((along * speed.n) / speed.d));
}

/** The clip, recut to start `delta` flicks later, reading what it read there. */
function sourceRecut<T extends MediaClip & { sourceDuration: number }>(
  before: T,
  after: T,
  delta: Flicks,
): T {
  if (!before.reversed && before.speedKeys === undefined) return slipped(after, delta);
  const pace = paceOf(before);
  const run = sourceElapsed(pace, { n: BigInt(delta), d: 1n });
  if (!before.reversed) {
    return readingFrom(after, before.sourceStart - Number(floorDiv(-run.n, run.d)));
  }
  const top = before.sourceStart + pacedSourceSpan(before.duration, pace);
  const newTop = top - Number(floorDiv(run.n, run.d));
  return readingFrom(after, newTop - pacedSourceSpan(after.duration, paceOf(after)));
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
  if (clip.kind === "compound") return clip;
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
  if (clip.kind === "compound") {
    return { ...clip, start, duration, sourceStart: clip.sourceStart + start - clip.start };
  }
  const moved = withKeysMoved(clip, clip.start - start);
  if (!readsSource(moved)) return withFittingFades({ ...moved, start, duration });
  const audio = gainKeysMoved(moved.audio, clip.start - start);
  const paced = withSpeedKeyTimes(moved, (at) => at + clip.start - start);
  const resized = { ...paced, start, duration, audio };
  return withFittingFades(sourceRecut(moved, resized, start - clip.start));
}

/** A piece of a clip: like `recut`, and an edge that is new carries no fade. */
export function pieceOf(clip: Clip, start: Flicks, end: Flicks): Clip {
  const edges = {
    ...(start === clip.start ? {} : { fadeIn: 0 }),
    ...(end === clipEnd(clip) ? {} : { fadeOut: 0 }),
  };
  const piece = recut(clip, start, end);
  if (piece === clip || piece.kind === "compound") return piece;
  if (piece.kind !== "media") return { ...piece, ...edges };
  return { ...piece, ...edges, audio: { ...piece.audio, ...edges } };
}
