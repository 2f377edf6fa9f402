import { type SourceAsset, mediaClipFrom, snapDelta } from "@cutroom/timeline";
import { fittingTracks } from "./fitting-tracks.ts";
import type { Gesture, GestureStart } from "./gesture.ts";
import { newTrackFor } from "./new-track.ts";
import { snapOptions, targetTime } from "./snapping.ts";

/** A file from the bin over the lanes: a ghost of its whole length that sticks like any clip. */
export function insertAssetGesture(start: GestureStart, source: SourceAsset): Gesture {
  const { document } = start;
  const id = `${start.idBase}-clip`;
  return {
    cursor: "copy",
    hint: "drop",
    at: (moment) => {
      const none = {
        label: "add-clip" as const,
        edits: [],
        deltaFlicks: null,
        snapAtFlicks: null,
        carriedClipIds: [],
      };
      const { rate } = document.settings;
      const place = { id, trackId: moment.trackId, startFlicks: 0, rate };
      const made = mediaClipFrom(source, place);
      if (!made.ok) return none;
      const fresh = moment.belowAll ? newTrackFor(document, made.value, start.idBase) : null;
      const [fitting] = fittingTracks(document, made.value, moment.trackId);
      const trackId = fresh?.trackId ?? fitting;
      if (trackId === undefined) return none;
      const raw = Math.max(0, moment.timeFlicks);
      const edges = [0, made.value.duration];
      const snapped = snapDelta(document, edges, raw, snapOptions(start, moment, []));
      const startFlicks = Math.max(0, snapped.deltaFlicks);
      return {
        ...none,
        edits: [
          ...(fresh === null ? [] : [fresh.edit]),
          {
            type: "insert-clip",
            clip: { ...made.value, trackId, start: startFlicks },
            mode: moment.ripple ? "insert" : "overwrite",
            idBase: start.idBase,
          },
        ],
        deltaFlicks: startFlicks,
        snapAtFlicks: targetTime(document, snapped.target, start.playheadFlicks),
        carriedClipIds: [id],
      };
    },
  };
}
