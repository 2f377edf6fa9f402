import {
  type Clip,
  type Edit,
  type ProjectDocument,
  type SourceAsset,
  snapDelta,
} from "@cutroom/timeline";
import { clipsInRow, rowIdBase } from "./clips-in-row.ts";
import { fittingTracks } from "./fitting-tracks.ts";
import type { Gesture, GestureStart } from "./gesture.ts";
import { type NewTrack, newTrackFor } from "./new-track.ts";
import { snapOptions, targetTime } from "./snapping.ts";

type FreshTracks = ReadonlyMap<boolean, NewTrack>;
const NONE_FRESH: FreshTracks = new Map();

const isSoundClip = (clip: Clip) => clip.kind === "media" && clip.mediaKind === "audio";

/** A track of its own for sound and one for pictures, as far as there are any. */
function freshTracks(document: ProjectDocument, row: readonly Clip[], idBase: string): FreshTracks {
  const made = new Map<boolean, NewTrack>();
  let current = document;
  for (const clip of row) {
    const isSound = isSoundClip(clip);
    const fresh = made.has(isSound)
      ? null
      : newTrackFor(current, clip, rowIdBase(idBase, made.size));
    if (fresh === null) continue;
    made.set(isSound, fresh);
    current = fresh.document;
  }
  return made;
}

/**
 * Files from the bin over the lanes, one after the other: ghosts of their whole length that stick
 * like any clip.
 */
export function insertAssetsGesture(start: GestureStart, sources: readonly SourceAsset[]): Gesture {
  const { document, idBase } = start;
  return insertClipsGesture(start, clipsInRow(sources, { rate: document.settings.rate, idBase }));
}

/** New clips over the lanes, each as far after the pointer as it begins after 0. */
export function insertClipsGesture(start: GestureStart, row: readonly Clip[]): Gesture {
  const { document, idBase } = start;
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
      const fresh = moment.belowAll ? freshTracks(document, row, idBase) : NONE_FRESH;
      const trackFor = (clip: Clip): string | undefined =>
        fresh.get(isSoundClip(clip))?.trackId ?? fittingTracks(document, clip, moment.trackId)[0];
      const raw = Math.max(0, moment.timeFlicks);
      const edges = [0, ...row.map((clip) => clip.start + clip.duration)];
      const snapped = snapDelta(document, edges, raw, snapOptions(start, moment, []));
      const startFlicks = Math.max(0, snapped.deltaFlicks);
      const inserts = row.flatMap((clip, index): Edit[] => {
        const trackId = trackFor(clip);
        if (trackId === undefined) return [];
        return [
          {
            type: "insert-clip",
            clip: { ...clip, trackId, start: startFlicks + clip.start },
            mode: moment.ripple ? "insert" : "overwrite",
            idBase: rowIdBase(idBase, index),
          },
        ];
      });
      // All of them or none: a file that finds no track would be missed only later.
      if (inserts.length < row.length || row.length === 0) return none;
      return {
        ...none,
        edits: [...[...fresh.values()].map(({ edit }) => edit), ...inserts],
        deltaFlicks: startFlicks,
        snapAtFlicks: targetTime(document, snapped.target, start.playheadFlicks),
        carriedClipIds: row.map(({ id }) => id),
      };
    },
  };
}
