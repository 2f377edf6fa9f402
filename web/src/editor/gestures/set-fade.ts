import { type Clip, type Flicks, snapToFrame } from "@cutroom/timeline";
import { fadesOf } from "../timeline/hit-test.ts";
import type { Gesture, GestureStart } from "./gesture.ts";

/** Drags a fade's knob; the other fade keeps its length, so the two can meet but not cross. */
export function setFadeGesture(start: GestureStart, clip: Clip, side: "in" | "out"): Gesture {
  const { fadeIn, fadeOut } = fadesOf(clip);
  const before = side === "in" ? fadeIn : fadeOut;
  const room = clip.duration - (side === "in" ? fadeOut : fadeIn);
  const ofSound = clip.kind === "media" && clip.mediaKind === "audio";
  return {
    cursor: "ew-resize",
    hint: "fade",
    at: (moment) => {
      const moved = (moment.timeFlicks - start.timeFlicks) * (side === "in" ? 1 : -1);
      const length: Flicks = Math.max(
        0,
        Math.min(snapToFrame(before + moved, start.document.settings.rate), room),
      );
      const change = side === "in" ? { fadeIn: length } : { fadeOut: length };
      return {
        label: "fade",
        edits: [
          {
            type: "set-clip",
            clipIds: [clip.id],
            changes: ofSound ? { audio: change } : change,
          },
        ],
        deltaFlicks: length,
        snapAtFlicks: null,
        carriedClipIds: [],
      };
    },
  };
}
