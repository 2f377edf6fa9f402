/**
 * Changes the length or the kind of a transition.
 *
 *     before  [AAA<xx>BBB]         after  [AA<xxxx>BB]
 *
 * Failures: `transition.missing`, `transition.no-handle`, `transition.too-long`,
 * `track.locked`.
 */
import { z } from "zod";
import { entityId, transition } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { fitAtCut } from "../fit-at-cut.ts";
import { lookUp } from "../queries.ts";
import { fail, ok } from "../result.ts";
import { withChanges } from "../with-changes.ts";

export const setTransitionArgs = z.strictObject({
  type: z.literal("set-transition"),
  transitionId: entityId,
  durationFlicks: z.int().positive().optional(),
  kind: transition.shape.kind.optional(),
});

export function setTransition(
  document: ProjectDocument,
  { transitionId, durationFlicks, kind }: z.infer<typeof setTransitionArgs>,
): EditResult {
  const old = lookUp(document.transitions, transitionId);
  const left = old && lookUp(document.clips, old.leftClipId);
  const right = old && lookUp(document.clips, old.rightClipId);
  if (!left || !right) return fail("transition.missing", { transitionId });
  const draft = openDraft(document);
  const duration =
    durationFlicks === undefined ? ok(old.duration) : fitAtCut(draft, left, right, durationFlicks);
  if (!duration.ok) return duration;
  draft.transitions.set(transitionId, withChanges(old, { kind, duration: duration.value }));
  return closeDraft(draft);
}
