import { fail, ok } from "@cutroom/timeline";
import { takesLinks } from "../state/selection.ts";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

/** Delete: takes the selection out and leaves its room; a selected transition goes alone. */
export function lift(situation: Situation): Planned {
  const { selectedTransitionId } = situation;
  if (selectedTransitionId !== null) {
    return ok({
      label: "remove-transition",
      edits: [{ type: "remove-transition", transitionId: selectedTransitionId }],
    });
  }
  const clipIds = selectedClips(situation).map(({ id }) => id);
  if (clipIds.length === 0) return fail("action.nothing-selected");
  const linked = takesLinks(situation.document, clipIds);
  return ok({ label: "delete", edits: [{ type: "lift", clipIds, linked }], select: [] });
}

/** Shift Delete: takes the selection out and closes its room on all unlocked tracks. */
export function rippleDelete(situation: Situation): Planned {
  const clipIds = selectedClips(situation).map(({ id }) => id);
  if (clipIds.length === 0) return fail("action.nothing-selected");
  return ok({
    label: "ripple-delete",
    edits: [
      {
        type: "ripple-delete",
        clipIds,
        scope: "all",
        linked: takesLinks(situation.document, clipIds),
      },
    ],
    select: [],
  });
}
