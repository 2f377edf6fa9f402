import type { Gesture, GestureStart } from "../gestures/gesture.ts";

/** What the lanes take from elsewhere on the page: what is dragged from a panel, a redraw. */
export interface LaneTarget {
  readonly redraw: () => void;
  /** Shows where what is dragged would land, by the gesture that it begins; false while the pointer is not over the lanes. */
  readonly dragOver: (
    gestureOf: (start: GestureStart) => Gesture,
    clientX: number,
    clientY: number,
    held: Held,
  ) => boolean;
  readonly drop: () => void;
  readonly dragCancel: () => void;
}

export interface Held {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** The way from the rest of the page to the lanes, while there are lanes. */
export interface LaneLink {
  readonly target: () => LaneTarget | null;
  readonly attach: (target: LaneTarget | null) => void;
}

export function createLaneLink(): LaneLink {
  let current: LaneTarget | null = null;
  return {
    target: () => current,
    attach: (target) => {
      current = target;
    },
  };
}
