/** Cutting clips of a track to make room, inside a draft. */
import type { Clip } from "./document.ts";
import { draftTrack, putClips } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { frameLength } from "./frames.ts";
import { clipEnd, pieceOf } from "./source.ts";
import type { Flicks, TimeRange } from "./time.ts";

/** The transition at the clip's tail now belongs to `newId`. */
function handTail(draft: Draft, clipId: string, newId: string): void {
  for (const transition of draft.transitions.values()) {
    if (transition.leftClipId === clipId) {
      draft.transitions.set(transition.id, { ...transition, leftClipId: newId });
    }
  }
}

/** Do both sides of `time` keep a frame or more of the clip? */
export function canSplit(clip: Clip, time: Flicks, frameFlicks: Flicks): boolean {
  return time - clip.start >= frameFlicks && clipEnd(clip) - time >= frameFlicks;
}

/** Two clips out of one; the left half keeps the id. (E7) */
export function splitInDraft(
  draft: Draft,
  clip: Clip,
  time: Flicks,
  right: { readonly id: string; readonly linkId: string | null },
): void {
  handTail(draft, clip.id, right.id);
  putClips(draft, [
    pieceOf(clip, clip.start, time),
    { ...pieceOf(clip, time, clipEnd(clip)), ...right },
  ]);
}

/**
 * Empties `range` of the track. What lies across an edge keeps its part outside; a piece
 * shorter than a frame vanishes. (E5)
 */
export function carve(draft: Draft, trackId: string, range: TimeRange, fresh: () => string): void {
  const frameFlicks = frameLength(draft.before.settings.rate);
  const end = range.start + range.duration;
  for (const clip of draftTrack(draft, trackId)) {
    if (clipEnd(clip) <= range.start || clip.start >= end) continue;
    const hasLeft = range.start - clip.start >= frameFlicks;
    const hasRight = clipEnd(clip) - end >= frameFlicks;
    const left = () => pieceOf(clip, clip.start, range.start);
    const right = () => pieceOf(clip, end, clipEnd(clip));
    if (hasLeft && hasRight) {
      const id = fresh();
      handTail(draft, clip.id, id);
      putClips(draft, [left(), { ...right(), id }]);
    } else if (hasLeft) putClips(draft, [left()]);
    else if (hasRight) putClips(draft, [right()]);
    else draft.clips.delete(clip.id);
  }
}

/**
 * Makes a cut at `time` in whatever lies there, so that nothing of the track crosses it. A
 * piece shorter than a frame vanishes. (E5)
 */
export function cutAt(draft: Draft, trackId: string, time: Flicks, fresh: () => string): void {
  const frameFlicks = frameLength(draft.before.settings.rate);
  for (const clip of draftTrack(draft, trackId)) {
    if (clip.start >= time || clipEnd(clip) <= time) continue;
    if (canSplit(clip, time, frameFlicks)) {
      splitInDraft(draft, clip, time, { id: fresh(), linkId: clip.linkId });
    } else if (clipEnd(clip) - time >= frameFlicks) {
      putClips(draft, [pieceOf(clip, time, clipEnd(clip))]);
    } else if (time - clip.start >= frameFlicks) {
      putClips(draft, [pieceOf(clip, clip.start, time)]);
    } else draft.clips.delete(clip.id);
  }
}
