/**
 * Closes the gap of a track that `atFlicks` lies in.
 *
 *     before  [A]    [B][C]        after  [A][B][C]
 *
 * Failures: `track.missing`, `gap.none` (a clip is there, or nothing follows), `track.locked`,
 * `ripple.blocked`.
 */
import { z } from "zod";
import { entityId } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { clipAt, clipsOnTrack } from "../queries.ts";
import { fail } from "../result.ts";
import { ripple } from "../ripple.ts";
import { clipEnd } from "../source.ts";
import { rippleScope } from "./fields.ts";

export const closeGapArgs = z.strictObject({
  type: z.literal("close-gap"),
  trackId: entityId,
  atFlicks: z.int().nonnegative(),
  scope: rippleScope,
});

export function closeGap(
  document: ProjectDocument,
  { trackId, atFlicks, scope }: z.infer<typeof closeGapArgs>,
): EditResult {
  if (!Object.hasOwn(document.tracks, trackId)) return fail("track.missing", { trackId });
  const clips = clipsOnTrack(document, trackId);
  const next = clips.find((clip) => clip.start > atFlicks);
  if (!next || clipAt(document, trackId, atFlicks)) return fail("gap.none", { trackId });
  const before = clips.findLast((clip) => clip.start <= atFlicks);
  const gapStart = before ? clipEnd(before) : 0;
  const draft = openDraft(document);
  const deltaFlicks = gapStart - next.start;
  const closed = ripple(draft, { trackId, fromFlicks: next.start, deltaFlicks, scope });
  return closed.ok ? closeDraft(draft) : closed;
}
