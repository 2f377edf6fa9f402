/**
 * Joins two clips that touch, centred on the cut, out of their handles.
 *
 *     before  [AAAA][BBBB]         after  [AAA<xx>BBB]
 *
 * Failures: `id.taken`, `clip.missing`, `transition.not-touching`, `transition.exists`,
 * `transition.compound` (a compound clip has no handles), `transition.no-handle` and `transition.too-long` (with `availableFlicks`), `track.locked`.
 */
import { z } from "zod";
import { entityId, transition } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { fitAtCut } from "../fit-at-cut.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import { clipEnd } from "../source.ts";

export const addTransitionArgs = z.strictObject({
  type: z.literal("add-transition"),
  id: entityId,
  kind: transition.shape.kind,
  leftClipId: entityId,
  rightClipId: entityId,
  durationFlicks: z.int().positive(),
});

export function addTransition(
  document: ProjectDocument,
  args: z.infer<typeof addTransitionArgs>,
): EditResult {
  const { id, kind, leftClipId, rightClipId, durationFlicks } = args;
  if (Object.hasOwn(document.transitions, id)) return fail("id.taken", { id });
  const left = lookUp(document.clips, leftClipId);
  if (!left) return fail("clip.missing", { clipId: leftClipId });
  const right = lookUp(document.clips, rightClipId);
  if (!right) return fail("clip.missing", { clipId: rightClipId });
  if (left.trackId !== right.trackId || clipEnd(left) !== right.start) {
    return fail("transition.not-touching", { leftClipId, rightClipId });
  }
  if (left.kind === "compound" || right.kind === "compound") return fail("transition.compound");
  const present = Object.values(document.transitions).find(
    (one) => one.leftClipId === leftClipId || one.rightClipId === rightClipId,
  );
  if (present) return fail("transition.exists", { transitionId: present.id });
  const draft = openDraft(document);
  const duration = fitAtCut(draft, left, right, durationFlicks);
  if (!duration.ok) return duration;
  const added = { id, kind, leftClipId, rightClipId, duration: duration.value };
  draft.transitions.set(id, added);
  return closeDraft(draft);
}
