import type { Flicks, ProjectDocument, SnapOptions, SnapTarget } from "@cutroom/timeline";
import type { GestureMoment, GestureStart } from "./gesture.ts";

/** Where the thing that pulled lies: there the snap line is drawn. */
export function targetTime(
  document: ProjectDocument,
  target: SnapTarget | null,
  playheadFlicks: Flicks,
): Flicks | null {
  switch (target?.kind) {
    case undefined:
      return null;
    case "origin":
      return 0;
    case "playhead":
      return playheadFlicks;
    case "marker":
      return document.markers[target.markerId]?.at ?? null;
    case "clip": {
      const clip = document.clips[target.clipId];
      if (clip === undefined) return null;
      return target.edge === "start" ? clip.start : clip.start + clip.duration;
    }
  }
}

/** Snapping as it is set, or none while it is suspended. */
export function snapOptions(
  start: GestureStart,
  moment: GestureMoment,
  excludeClipIds: readonly string[],
): SnapOptions {
  return {
    // Below one flick nothing pulls, not even what lies exactly there.
    thresholdFlicks: moment.free ? -1 : start.snapFlicks,
    excludeClipIds,
    playheadFlicks: start.playheadFlicks,
  };
}
