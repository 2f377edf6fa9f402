/** Putting clips that are new to their places onto their tracks, inside a draft. */
import { carve, cutAt } from "./carve.ts";
import type { Clip } from "./document.ts";
import { draftTrack, putClips } from "./draft.ts";
import type { Draft } from "./draft.ts";
import type { EditFailure } from "./failure-codes.ts";
import { floorToFrame } from "./frames.ts";
import { ripple } from "./ripple.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";
import { clipEnd } from "./source.ts";

/** `place` refuses an overlap, `overwrite` cuts away what is there, `insert` moves it on. */
export const PLACE_MODES = ["place", "overwrite", "insert"] as const;

export interface Placement {
  readonly mode: (typeof PLACE_MODES)[number];
  readonly scope: "track" | "all";
  readonly fresh: () => string;
}

function overlapping(draft: Draft, clip: Clip): Clip | undefined {
  return draftTrack(draft, clip.trackId).find(
    (other) => other.id !== clip.id && other.start < clipEnd(clip) && clip.start < clipEnd(other),
  );
}

function openRoom(draft: Draft, clips: readonly Clip[], how: Placement): Result<null, EditFailure> {
  // Sound may start between two frames, but the pictures beside it are cut on one.
  const earliest = Math.min(...clips.map((clip) => clip.start));
  const fromFlicks = floorToFrame(earliest, draft.before.settings.rate);
  const deltaFlicks = Math.max(...clips.map(clipEnd)) - fromFlicks;
  const trackIds = [...new Set(clips.map((clip) => clip.trackId))];
  const exceptTracks = new Set(trackIds);
  for (const [index, trackId] of trackIds.entries()) {
    cutAt(draft, trackId, fromFlicks, how.fresh);
    // The other tracks move once, along with the first of the targets.
    const scope = index === 0 ? how.scope : "track";
    const moved = ripple(draft, { trackId, fromFlicks, deltaFlicks, scope, exceptTracks });
    if (!moved.ok) return moved;
  }
  return ok(null);
}

/**
 * Adds `clips` (not in the draft yet) at their own start and track. Fails with
 * `track.missing`, `clip.overlap` (mode place) or `ripple.blocked`.
 */
export function placeClips(
  draft: Draft,
  clips: readonly Clip[],
  how: Placement,
): Result<null, EditFailure> {
  if (clips.length === 0) return ok(null);
  const homeless = clips.find((clip) => !Object.hasOwn(draft.before.tracks, clip.trackId));
  if (homeless) return fail("track.missing", { trackId: homeless.trackId });
  if (how.mode === "insert") {
    const opened = openRoom(draft, clips, how);
    if (!opened.ok) return opened;
  }
  if (how.mode === "overwrite") {
    for (const clip of clips) carve(draft, clip.trackId, clip, how.fresh);
  }
  putClips(draft, clips);
  if (how.mode !== "place") return ok(null);
  for (const clip of clips) {
    const other = overlapping(draft, clip);
    if (other) return fail("clip.overlap", { id: clip.id, otherId: other.id });
  }
  return ok(null);
}
