/**
 * Makes a plain cut of a transition.
 *
 *     before  [AAA<xx>BBB]         after  [AAAA][BBBB]
 *
 * Failures: `transition.missing`, `track.locked`.
 */
import { z } from "zod";
import { entityId } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { fail } from "../result.ts";

export const removeTransitionArgs = z.strictObject({
  type: z.literal("remove-transition"),
  transitionId: entityId,
});

export function removeTransition(
  document: ProjectDocument,
  { transitionId }: z.infer<typeof removeTransitionArgs>,
): EditResult {
  const draft = openDraft(document);
  if (!draft.transitions.delete(transitionId)) return fail("transition.missing", { transitionId });
  return closeDraft(draft);
}
