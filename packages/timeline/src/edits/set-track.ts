/**
 * Renames, mutes, solos, locks, hides or reorders a track. Works on a locked one too, or it
 * could never be unlocked.
 *
 *     before  2 [Text 1]           after  2 [Video 1]   index 2
 *             1 [Video 1]                 1 [Text 1]
 *
 * Failures: `track.missing`.
 */
import { z } from "zod";
import { entityId, track } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { checkEdited } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import { withChanges } from "../with-changes.ts";

export const setTrackArgs = z.strictObject({
  type: z.literal("set-track"),
  trackId: entityId,
  ...track.pick({ name: true, muted: true, solo: true, locked: true, hidden: true }).partial()
    .shape,
  /** Its new place in `trackOrder`, counted without itself. */
  index: z.int().nonnegative().optional(),
});

export function setTrack(
  document: ProjectDocument,
  args: z.infer<typeof setTrackArgs>,
): EditResult {
  const { type: _type, trackId, index, ...changes } = args;
  const old = lookUp(document.tracks, trackId);
  if (!old) return fail("track.missing", { trackId });
  const changed = withChanges(old, changes);
  const trackOrder =
    index === undefined
      ? document.trackOrder
      : document.trackOrder.filter((id) => id !== trackId).toSpliced(index, 0, trackId);
  const moved = trackOrder.some((id, place) => id !== document.trackOrder[place]);
  if (changed === old && !moved) return checkEdited(document, document);
  return checkEdited(document, {
    ...document,
    trackOrder: moved ? trackOrder : document.trackOrder,
    tracks: changed === old ? document.tracks : { ...document.tracks, [trackId]: changed },
  });
}
