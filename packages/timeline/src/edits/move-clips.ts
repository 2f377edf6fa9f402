/**
 * Moves clips in time, and the named ones (not their link partners) between tracks. The whole
 * selection moves by one distance, which stops at 0.
 *
 *     before     [A]   [BBB][C]    A by +2 frames of B
 *     place      refused with clip.overlap
 *     overwrite          [A][B][C]
 *     insert     [BB][A][B][C]      A's old room closes, new room opens at B's third
 *
 * Failures: `clip.missing`, `track.missing`, `track.locked`, `clip.overlap` (with `place`, and
 * always when two of the moved clips would meet).
 */
import { z } from "zod";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, freshIds, openDraft } from "../draft.ts";
import type { Draft, EditResult } from "../draft.ts";
import type { EditFailure } from "../failure-codes.ts";
import { ceilToFrame, wholeFrames } from "../frames.ts";
import { placeClips } from "../place-clips.ts";
import { ok } from "../result.ts";
import type { Result } from "../result.ts";
import { ripple } from "../ripple.ts";
import { selectClips } from "../select-clips.ts";
import { clipEnd, startingAt } from "../source.ts";
import { trackBeside } from "../track-steps.ts";
import { clipIds, idBase, linked, placeMode } from "./fields.ts";

export const moveClipsArgs = z.strictObject({
  type: z.literal("move-clips"),
  clipIds,
  deltaFlicks: z.int(),
  /** Steps up (positive) among the tracks that accept the clip. */
  trackDelta: z.int(),
  mode: placeMode,
  idBase,
  linked,
});
type MoveClips = z.infer<typeof moveClipsArgs>;

/** Takes the clips out and closes their room; gives the distance that later times moved by. */
function closeRooms(
  draft: Draft,
  clips: readonly Clip[],
  pointFlicks: number,
): Result<number, EditFailure> {
  for (const clip of clips) draft.clips.delete(clip.id);
  let point = pointFlicks;
  for (const clip of clips.toSorted((a, b) => b.start - a.start)) {
    const { trackId } = clip;
    const closed = ripple(draft, {
      trackId,
      fromFlicks: clipEnd(clip),
      deltaFlicks: -clip.duration,
      scope: "track",
    });
    if (!closed.ok) return closed;
  }
  // The selection's own leading track tells how far the drop point moves.
  const [first] = clips.toSorted((a, b) => a.start - b.start);
  for (const clip of clips) {
    if (clip.trackId !== first?.trackId) continue;
    point -= Math.max(0, Math.min(clip.duration, pointFlicks - clip.start));
  }
  return ok(point - pointFlicks);
}

export function moveClips(document: ProjectDocument, args: MoveClips): EditResult {
  const selected = selectClips(document, args.clipIds, args.linked);
  if (!selected.ok) return selected;
  const clips = selected.value;
  const { rate } = document.settings;
  const earliest = Math.min(...clips.map((clip) => clip.start));
  const delta = Math.max(wholeFrames(args.deltaFlicks, rate), ceilToFrame(-earliest, rate));
  const named = new Set(args.clipIds);
  const moved: Clip[] = [];
  for (const clip of clips) {
    const trackId = trackBeside(document, clip, named.has(clip.id) ? args.trackDelta : 0);
    if (!trackId.ok) return trackId;
    moved.push({ ...clip, trackId: trackId.value, start: clip.start + delta });
  }
  if (delta === 0 && args.trackDelta === 0) return ok(document);
  const draft = openDraft(document);
  const fresh = freshIds(draft, args.idBase);
  let back = 0;
  if (args.mode === "insert") {
    const closed = closeRooms(draft, clips, earliest + delta);
    if (!closed.ok) return closed;
    back = ceilToFrame(closed.value, rate);
  } else for (const clip of clips) draft.clips.delete(clip.id);
  const target = moved.map((clip) => startingAt(clip, clip.start + back));
  const placed = placeClips(draft, target, { mode: args.mode, scope: "track", fresh });
  return placed.ok ? closeDraft(draft) : placed;
}
