import { type Clip, snapTime } from "@cutroom/timeline";
import type { Gesture, GestureStart } from "./gesture.ts";
import { snapOptions, targetTime } from "./snapping.ts";

/** Drags the cut between two clips that touch: one grows by what the other loses. */
export function rollCutGesture(start: GestureStart, left: Clip, right: Clip): Gesture {
  return {
    cursor: "col-resize",
    hint: "roll",
    at: (moment) => {
      const wanted = Math.max(0, right.start + moment.timeFlicks - start.timeFlicks);
      const snapped = snapTime(
        start.document,
        wanted,
        snapOptions(start, moment, [left.id, right.id]),
      );
      const deltaFlicks = snapped.timeFlicks - right.start;
      return {
        label: "roll",
        edits: [{ type: "roll", leftClipId: left.id, rightClipId: right.id, deltaFlicks }],
        deltaFlicks,
        snapAtFlicks: targetTime(start.document, snapped.target, start.playheadFlicks),
        carriedClipIds: [],
      };
    },
  };
}
