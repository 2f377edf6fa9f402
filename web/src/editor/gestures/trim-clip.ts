import { type Clip, linkedClipIds, snapTime } from "@cutroom/timeline";
import type { Gesture, GestureStart } from "./gesture.ts";
import { snapOptions, targetTime } from "./snapping.ts";

/** Drags one edge of a clip. Ctrl or Cmd makes what follows close up or make room. */
export function trimClipGesture(
  start: GestureStart,
  clip: Clip,
  edge: "start" | "end",
  linked: boolean,
): Gesture {
  const trimmed = linked ? linkedClipIds(start.document, [clip.id]) : [clip.id];
  const edgeFlicks = edge === "start" ? clip.start : clip.start + clip.duration;
  return {
    cursor: edge === "start" ? "w-resize" : "e-resize",
    hint: "trim",
    at: (moment) => {
      const wanted = Math.max(0, edgeFlicks + moment.timeFlicks - start.timeFlicks);
      const snapped = snapTime(start.document, wanted, snapOptions(start, moment, trimmed));
      const deltaFlicks = snapped.timeFlicks - edgeFlicks;
      return {
        label: "trim",
        edits: [
          {
            type: "trim-clip",
            clipId: clip.id,
            edge,
            deltaFlicks,
            ripple: moment.ripple ? "all" : "none",
            linked,
          },
        ],
        deltaFlicks,
        snapAtFlicks: targetTime(start.document, snapped.target, start.playheadFlicks),
        carriedClipIds: [],
      };
    },
  };
}
