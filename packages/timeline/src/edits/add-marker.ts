/**
 * Notes a place on the ruler.
 *
 *     before  |----------|         after  |----M-----|
 *
 * Failures: `id.taken`.
 */
import { z } from "zod";
import { marker } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { fail } from "../result.ts";

export const addMarkerArgs = z.strictObject({ type: z.literal("add-marker"), marker });

export function addMarker(
  document: ProjectDocument,
  args: z.infer<typeof addMarkerArgs>,
): EditResult {
  const { id } = args.marker;
  if (Object.hasOwn(document.markers, id)) return fail("id.taken", { id });
  const draft = openDraft(document);
  draft.markers.set(id, args.marker);
  return closeDraft(draft);
}
