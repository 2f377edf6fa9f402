import {
  type Clip,
  type ProjectDocument,
  linkedClipIds,
  snapDelta,
  trackAccepts,
} from "@cutroom/timeline";
import { fittingTracks } from "./fitting-tracks.ts";
import type { Gesture, GestureStart } from "./gesture.ts";
import { newTrackFor } from "./new-track.ts";
import { snapOptions, targetTime } from "./snapping.ts";

/** Steps between two tracks among those that accept the clip; to the nearest when it does not. */
function stepsBetween(document: ProjectDocument, clip: Clip, toTrackId: string): number {
  const [nearest] = fittingTracks(document, clip, toTrackId);
  if (nearest === undefined) return 0;
  const accepting = document.trackOrder.filter((id) => {
    const track = document.tracks[id];
    return track !== undefined && trackAccepts(track.kind, clip);
  });
  return accepting.indexOf(nearest) - accepting.indexOf(clip.trackId);
}

/** Drags `clipIds`, with their links or without, grabbed at `grabbed`. All move by one distance; Alt leaves the originals. */
export function moveClipsGesture(
  start: GestureStart,
  grabbed: Clip,
  clipIds: readonly string[],
  linked: boolean,
): Gesture {
  const { document } = start;
  const carried = linked ? linkedClipIds(document, clipIds) : [...clipIds];
  const clips = carried.flatMap((id) => document.clips[id] ?? []);
  const edges = clips.flatMap((clip) => [clip.start, clip.start + clip.duration]);
  const earliest = Math.min(...edges);
  return {
    cursor: "grabbing",
    hint: "move",
    at: (moment) => {
      const raw = Math.max(moment.timeFlicks - start.timeFlicks, -earliest);
      const snapped = snapDelta(
        document,
        edges,
        raw,
        snapOptions(start, moment, moment.copy ? [] : carried),
      );
      const deltaFlicks = Math.max(snapped.deltaFlicks, -earliest);
      const fresh = moment.belowAll ? newTrackFor(document, grabbed, start.idBase) : null;
      const trackDelta =
        fresh === null
          ? stepsBetween(document, grabbed, moment.trackId)
          : stepsBetween(fresh.document, grabbed, fresh.trackId);
      const shared = {
        clipIds: [...clipIds],
        trackDelta,
        mode: moment.ripple ? ("insert" as const) : ("overwrite" as const),
        idBase: start.idBase,
        linked,
      };
      const stays = deltaFlicks === 0 && trackDelta === 0;
      return {
        label: moment.copy ? "duplicate" : "move",
        edits: stays
          ? []
          : [
              ...(fresh === null ? [] : [fresh.edit]),
              moment.copy
                ? { type: "duplicate-clips", ...shared, atFlicks: earliest + deltaFlicks }
                : { type: "move-clips", ...shared, deltaFlicks },
            ],
        deltaFlicks,
        snapAtFlicks: targetTime(document, snapped.target, start.playheadFlicks),
        carriedClipIds: moment.copy ? [] : carried,
      };
    },
  };
}
