/**
 * Takes a marker off the ruler.
 *
 *     before  |----M-----|         after  |----------|
 *
 * Failures: `marker.missing`.
 */
import { z } from "zod";
import { entityId } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { fail } from "../result.ts";

export const removeMarkerArgs = z.strictObject({
  type: z.literal("remove-marker"),
  markerId: entityId,
});

export function removeMarker(
  document: ProjectDocument,
  { markerId }: z.infer<typeof removeMarkerArgs>,
): EditResult {
  const draft = openDraft(document);
  if (!draft.markers.delete(markerId)) return fail("marker.missing", { markerId });
  return closeDraft(draft);
}
