import { companionIds } from "@cutroom/timeline";
import type { Gesture, GestureStart } from "../gestures/gesture.ts";
import { moveClipsGesture } from "../gestures/move-clips.ts";
import { rollCutGesture } from "../gestures/roll-cut.ts";
import { setFadeGesture } from "../gestures/set-fade.ts";
import { slideClipGesture } from "../gestures/slide-clip.ts";
import { slipClipsGesture } from "../gestures/slip-clips.ts";
import { trimClipGesture } from "../gestures/trim-clip.ts";
import { takesLinks } from "../state/selection.ts";
import type { Tool } from "../state/viewport.ts";
import type { Hit } from "./hit-test.ts";

/** What dragging from `hit` does; null where a drag is a marquee or nothing. */
export function pickGesture(
  hit: Hit,
  tool: Tool,
  start: GestureStart,
  selectedClipIds: readonly string[],
): Gesture | null {
  if (hit.kind === "cut" && tool === "select") return rollCutGesture(start, hit.left, hit.right);
  if (hit.kind !== "clip") return null;
  const { clip, zone } = hit;
  const group = selectedClipIds.includes(clip.id)
    ? selectedClipIds
    : companionIds(start.document, [clip.id]);
  const linked = takesLinks(start.document, group);
  if (tool === "slip") return slipClipsGesture(start, group, linked);
  if (tool === "slide") return slideClipGesture(start, clip, linked);
  switch (zone) {
    case "start":
    case "end":
      return trimClipGesture(start, clip, zone, linked);
    case "fade-in":
      return setFadeGesture(start, clip, "in");
    case "fade-out":
      return setFadeGesture(start, clip, "out");
    case "body":
      return moveClipsGesture(start, clip, group, linked);
  }
}

/** The pointer's shape before anything is pressed. */
export function cursorOf(hit: Hit, tool: Tool): string {
  if (tool === "hand") return "grab";
  if (hit.kind === "cut") return tool === "select" ? "col-resize" : "ew-resize";
  if (hit.kind === "transition") return "pointer";
  if (hit.kind !== "clip") return "default";
  if (tool !== "select") return "ew-resize";
  const shapes = {
    start: "w-resize",
    end: "e-resize",
    "fade-in": "ew-resize",
    "fade-out": "ew-resize",
    body: "grab",
  };
  return shapes[hit.zone];
}
