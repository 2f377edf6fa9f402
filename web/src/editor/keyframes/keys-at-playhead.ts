import { KEYED_FIELDS, POSE_FIELDS, fail, ok } from "@cutroom/timeline";
import { type Planned, type Situation, selectedClips } from "../actions/plan.ts";
import { canMove, keysOf, timeInClip, toggleKeys } from "./pose-edits.ts";

/**
 * Sets or removes keys of the selected pictures at the playhead: of the fields that have keys,
 * or of place, scale and rotation when none has.
 */
export function keysAtPlayhead(situation: Situation): Planned {
  const clips = selectedClips(situation).filter(canMove);
  if (clips.length === 0) return fail("action.nothing-selected");
  const { rate } = situation.document.settings;
  const edits = clips.flatMap((clip) => {
    const keyed = KEYED_FIELDS.filter((field) => keysOf(clip, field).length > 0);
    const plain = POSE_FIELDS.filter((field) => field !== "opacity");
    const at = timeInClip(clip, situation.playheadFlicks, rate);
    return toggleKeys(clip, keyed.length > 0 ? keyed : plain, at);
  });
  return ok({ label: "keyframes", edits });
}
