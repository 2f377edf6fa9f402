/**
 * A new track, on top of the others or at `index` of `trackOrder`.
 *
 *     before  [Video 1]            after  [Video 2]  index 1
 *                                         [Video 1]
 *
 * Failures: `id.taken`.
 */
import { z } from "zod";
import { track } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { checkEdited } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { fail } from "../result.ts";

export const addTrackArgs = z.strictObject({
  type: z.literal("add-track"),
  track,
  index: z.int().nonnegative().optional(),
});

export function addTrack(
  document: ProjectDocument,
  args: z.infer<typeof addTrackArgs>,
): EditResult {
  const { id } = args.track;
  if (Object.hasOwn(document.tracks, id)) return fail("id.taken", { id });
  const index = args.index ?? document.trackOrder.length;
  return checkEdited(document, {
    ...document,
    trackOrder: document.trackOrder.toSpliced(index, 0, id),
    tracks: { ...document.tracks, [id]: args.track },
  });
}
