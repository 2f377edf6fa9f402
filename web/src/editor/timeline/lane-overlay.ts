import type { Flicks } from "@cutroom/timeline";
import type { Bubble } from "../draw/draw-scene.ts";
import type { OverwrittenPart } from "../draw/overwritten.ts";

/** What lies over the lanes while the pointer does something; not part of any state. */
export interface LaneOverlay {
  hoveredClipId: string | null;
  focusedClipId: string | null;
  carried: ReadonlySet<string>;
  overwritten: readonly OverwrittenPart[];
  snapAtFlicks: Flicks | null;
  marquee: { x0: number; y0: number; x1: number; y1: number } | null;
  bubble: Bubble | null;
}

export function emptyOverlay(): LaneOverlay {
  return {
    hoveredClipId: null,
    focusedClipId: null,
    carried: new Set(),
    overwritten: [],
    snapAtFlicks: null,
    marquee: null,
    bubble: null,
  };
}

/** Takes away what only a running gesture shows. */
export function clearGesture(overlay: LaneOverlay): void {
  overlay.carried = new Set();
  overlay.overwritten = [];
  overlay.snapAtFlicks = null;
  overlay.marquee = null;
  overlay.bubble = null;
}
