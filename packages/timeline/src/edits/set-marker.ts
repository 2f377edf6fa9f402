/**
 * Moves, renames or recolours a marker, or writes its note; an empty one is none.
 *
 *     before  |----M-----|         after  |-------M--|
 *
 * Failures: `marker.missing`.
 */
import { z } from "zod";
import { entityId, marker } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import { withChanges } from "../with-changes.ts";

export const setMarkerArgs = z.strictObject({
  type: z.literal("set-marker"),
  markerId: entityId,
  ...marker.omit({ id: true, note: true }).partial().shape,
  note: marker.shape.note.unwrap().or(z.literal("")).optional(),
});

export function setMarker(
  document: ProjectDocument,
  args: z.infer<typeof setMarkerArgs>,
): EditResult {
  const { type: _type, markerId, note, ...changes } = args;
  const old = lookUp(document.markers, markerId);
  if (!old) return fail("marker.missing", { markerId });
  const draft = openDraft(document);
  const { note: before = "", ...plain } = withChanges(old, changes);
  const noted = note ?? before;
  draft.markers.set(markerId, noted === "" ? plain : { ...plain, note: noted });
  return closeDraft(draft);
}
