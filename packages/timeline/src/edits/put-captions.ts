/**
 * Lays cues on a caption track, beside those that are there or in place of all of them. A new
 * cue ends where the next one of the track begins.
 *
 *     before  [a]    [b]           after  [a][n][b]
 *
 * Failures: `track.missing`, `track.kind`, `track.locked`, `clip.overlap` (a cue begins inside
 * another one).
 */
import { z } from "zod";
import { captionClipFrom } from "../captions/new-captions.ts";
import { captionClip, entityId } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, draftTrack, freshIds, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { frameLength, wholeFrames } from "../frames.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import { recut } from "../source.ts";
import { snapToFrame } from "../time.ts";
import { idBase } from "./fields.ts";

export const putCaptionsArgs = z.strictObject({
  type: z.literal("put-captions"),
  trackId: entityId,
  cues: z
    .array(captionClip.pick({ start: true, duration: true, text: true, words: true }))
    .min(1)
    .max(20_000)
    .readonly(),
  /** `replace` empties the track first. */
  mode: z.enum(["add", "replace"]),
  idBase,
});

export function putCaptions(
  document: ProjectDocument,
  args: z.infer<typeof putCaptionsArgs>,
): EditResult {
  const { trackId, mode } = args;
  const track = lookUp(document.tracks, trackId);
  if (!track) return fail("track.missing", { trackId });
  if (track.kind !== "caption") return fail("track.kind", { trackId });
  const { rate } = document.settings;
  const frame = frameLength(rate);
  const draft = openDraft(document);
  if (mode === "replace") {
    for (const old of draftTrack(draft, trackId)) draft.clips.delete(old.id);
  }
  const fresh = freshIds(draft, args.idBase);
  const starts = draftTrack(draft, trackId).map((clip) => clip.start);
  const cues = args.cues.toSorted((a, b) => a.start - b.start);
  const placed = cues.map((cue) => snapToFrame(cue.start, rate));
  const limits = [...starts, ...placed].toSorted((a, b) => a - b);
  let at = 0;
  for (const [index, cue] of cues.entries()) {
    const start = placed[index] ?? 0;
    while (at < limits.length && (limits[at] ?? 0) <= start) at += 1;
    const room = (limits[at] ?? Number.POSITIVE_INFINITY) - start;
    const duration = Math.min(room, Math.max(frame, wholeFrames(cue.duration, rate)));
    const { words, ...rest } = cue;
    const named = captionClipFrom({ ...rest, ...(words ? { words } : {}) }, fresh(), trackId);
    // As a cut, so that words beyond the new end are lost.
    const onTrack = recut({ ...named, start }, start, start + duration);
    draft.clips.set(onTrack.id, onTrack);
  }
  return closeDraft(draft);
}
