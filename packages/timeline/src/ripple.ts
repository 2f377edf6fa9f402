/** Moving everything after a point, inside a draft. (E4) */
import { draftTrack, putClips } from "./draft.ts";
import type { Draft } from "./draft.ts";
import type { EditFailure } from "./failure-codes.ts";
import { ceilToFrame } from "./frames.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";
import { clipEnd, startingAt } from "./source.ts";
import type { Flicks } from "./time.ts";

export interface Ripple {
  readonly trackId: string;
  readonly fromFlicks: Flicks;
  /** Positive opens room; negative closes the empty stretch before `fromFlicks`. */
  readonly deltaFlicks: Flicks;
  readonly scope: "track" | "all";
  /** Tracks beside `trackId` that are edited, too: they move even if they follow nobody. */
  readonly edited?: ReadonlySet<string>;
  /** Tracks beside `trackId` that the caller moves by itself. */
  readonly exceptTracks?: ReadonlySet<string>;
}

function shiftTrack(draft: Draft, trackId: string, deltaFlicks: Flicks, wanted: Ripple): void {
  putClips(
    draft,
    draftTrack(draft, trackId)
      .filter((clip) => clip.start >= wanted.fromFlicks)
      .map((clip) => startingAt(clip, clip.start + deltaFlicks)),
  );
}

function firstOverlap(draft: Draft, trackId: string): string | null {
  const clips = draftTrack(draft, trackId);
  const found = clips.find((clip, index) => {
    const before = clips[index - 1];
    return clip.start < 0 || (before !== undefined && clipEnd(before) > clip.start);
  });
  return found?.id ?? null;
}

function shiftMarkers(draft: Draft, fromFlicks: Flicks, deltaFlicks: Flicks): void {
  for (const marker of draft.markers.values()) {
    const closed = deltaFlicks < 0 && marker.at < fromFlicks;
    const at = closed
      ? Math.min(marker.at, fromFlicks + deltaFlicks)
      : marker.at + (marker.at >= fromFlicks ? deltaFlicks : 0);
    if (at !== marker.at) draft.markers.set(marker.id, { ...marker, at });
  }
}

/**
 * Moves what starts at or after the point. Tracks with pictures move by whole frames: up when
 * room opens and down when it closes, so that nothing is pushed into anything. Fails with
 * `ripple.blocked` when a track has no room.
 */
export function ripple(draft: Draft, wanted: Ripple): Result<null, EditFailure> {
  const { trackId, fromFlicks, scope } = wanted;
  const whole = ceilToFrame(wanted.deltaFlicks, draft.before.settings.rate);
  const own = draft.before.tracks[trackId];
  shiftTrack(draft, trackId, own?.kind === "audio" ? wanted.deltaFlicks : whole, wanted);
  if (scope === "track") return ok(null);
  for (const other of Object.values(draft.before.tracks)) {
    const isOwn = other.id === trackId;
    if (!isOwn && (other.locked || wanted.exceptTracks?.has(other.id) === true)) continue;
    if (!isOwn && other.follows === false && wanted.edited?.has(other.id) !== true) continue;
    if (!isOwn) shiftTrack(draft, other.id, whole, wanted);
    const clipId = firstOverlap(draft, other.id);
    if (clipId !== null) return fail("ripple.blocked", { trackId: other.id, clipId });
  }
  shiftMarkers(draft, fromFlicks, whole);
  return ok(null);
}
