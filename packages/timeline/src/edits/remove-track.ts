/**
 * Removes a track and everything on it.
 *
 *     before  Video 2  [C]         after
 *             Video 1  [A][B]              Video 1  [A][B]
 *
 * Failures: `track.missing`, `track.locked`.
 */
import { z } from "zod";
import { entityId } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { checkEdited, closeDraft, draftTrack, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";

export const removeTrackArgs = z.strictObject({
  type: z.literal("remove-track"),
  trackId: entityId,
});

export function removeTrack(
  document: ProjectDocument,
  { trackId }: z.infer<typeof removeTrackArgs>,
): EditResult {
  const track = lookUp(document.tracks, trackId);
  if (!track) return fail("track.missing", { trackId });
  if (track.locked) return fail("track.locked", { trackId });
  const draft = openDraft(document);
  for (const clip of draftTrack(draft, trackId)) draft.clips.delete(clip.id);
  const emptied = closeDraft(draft);
  if (!emptied.ok) return emptied;
  const { [trackId]: _removed, ...tracks } = document.tracks;
  return checkEdited(document, {
    ...emptied.value,
    trackOrder: document.trackOrder.filter((id) => id !== trackId),
    tracks,
  });
}
