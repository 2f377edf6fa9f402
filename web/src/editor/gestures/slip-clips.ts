import type { Gesture, GestureStart } from "./gesture.ts";

/** Drags what a clip shows under its unmoved edges: to the right shows earlier material. */
export function slipClipsGesture(
  start: GestureStart,
  clipIds: readonly string[],
  linked: boolean,
): Gesture {
  return {
    cursor: "ew-resize",
    hint: "slip",
    at: (moment) => {
      const deltaFlicks = moment.timeFlicks - start.timeFlicks;
      return {
        label: "slip",
        edits: [{ type: "slip", clipIds: [...clipIds], deltaFlicks: -deltaFlicks, linked }],
        deltaFlicks,
        snapAtFlicks: null,
        carriedClipIds: [],
      };
    },
  };
}
