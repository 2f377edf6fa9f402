import { type Clip, clipsOnTrack, linkedClipIds, snapDelta } from "@cutroom/timeline";
import type { Gesture, GestureStart } from "./gesture.ts";
import { snapOptions, targetTime } from "./snapping.ts";

/** Drags a clip along between its neighbours, which give and take what it needs. */
export function slideClipGesture(start: GestureStart, clip: Clip, linked: boolean): Gesture {
  const { document } = start;
  const edges = [clip.start, clip.start + clip.duration];
  const lane = clipsOnTrack(document, clip.trackId);
  const place = lane.findIndex(({ id }) => id === clip.id);
  // The neighbours' edges move along: sticking to them would hold the clip where it is.
  const beside = [lane[place - 1], lane[place + 1]].flatMap((one) => one?.id ?? []);
  const slid = linked ? linkedClipIds(document, [clip.id]) : [clip.id];
  const excluded = [...slid, ...beside];
  return {
    cursor: "ew-resize",
    hint: "slide",
    at: (moment) => {
      const raw = moment.timeFlicks - start.timeFlicks;
      const snapped = snapDelta(document, edges, raw, snapOptions(start, moment, excluded));
      return {
        label: "slide",
        edits: [{ type: "slide", clipId: clip.id, deltaFlicks: snapped.deltaFlicks, linked }],
        deltaFlicks: snapped.deltaFlicks,
        snapAtFlicks: targetTime(document, snapped.target, start.playheadFlicks),
        carriedClipIds: [],
      };
    },
  };
}
