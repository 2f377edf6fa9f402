/** Closing the empty stretches of a track. */
import {
  type Edit,
  type Flicks,
  type ProjectDocument,
  clipAt,
  clipsOnTrack,
  fail,
  ok,
} from "@cutroom/timeline";
import { layOutRows } from "../timeline/rows.ts";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

/** Where the gaps of a track begin, in time order; what follows the last clip is none. */
function gapsOf(document: ProjectDocument, trackId: string): Flicks[] {
  const gaps: Flicks[] = [];
  let end = 0;
  for (const clip of clipsOnTrack(document, trackId)) {
    if (clip.start > end) gaps.push(end);
    end = Math.max(end, clip.start + clip.duration);
  }
  return gaps;
}

/** The tracks of the selection, else every unlocked one from the top. */
function tracksMeant(situation: Situation): string[] {
  const selected = [...new Set(selectedClips(situation).map(({ trackId }) => trackId))];
  if (selected.length > 0) return selected;
  const { document } = situation;
  return layOutRows(document)
    .map(({ trackId }) => trackId)
    .filter((id) => document.tracks[id]?.locked === false);
}

/** Closes the empty stretch of a lane at a time. */
export function closeGap(situation: Situation, trackId: string, atFlicks: Flicks): Planned {
  if (clipAt(situation.document, trackId, atFlicks) !== null)
    return fail("action.nothing-selected");
  return ok({
    label: "close-gap",
    edits: [{ type: "close-gap", trackId, atFlicks, scope: "track" }],
  });
}

/** Closes the gap under the playhead: of the selected clips' track, else of the topmost that has one. */
export function closeGapAtPlayhead(situation: Situation): Planned {
  const { document, playheadFlicks } = situation;
  const trackId = tracksMeant(situation).find(
    (id) =>
      clipAt(document, id, playheadFlicks) === null &&
      clipsOnTrack(document, id).some(({ start }) => start > playheadFlicks),
  );
  if (trackId === undefined) return fail("action.no-gaps");
  return closeGap(situation, trackId, playheadFlicks);
}

/** Closes every gap of the selected clips' tracks, else of the lowest track of videos. */
export function closeAllGaps(situation: Situation): Planned {
  const { document, selectedClipIds } = situation;
  const main = document.trackOrder
    .filter((id) => document.tracks[id]?.kind === "video")
    .slice(0, 1);
  const edits = (selectedClipIds.length > 0 ? tracksMeant(situation) : main).flatMap((trackId) =>
    // From the last to the first: a gap that closes moves only what is already settled.
    gapsOf(document, trackId)
      .toReversed()
      .map((atFlicks): Edit => ({ type: "close-gap", trackId, atFlicks, scope: "track" })),
  );
  return edits.length === 0 ? fail("action.no-gaps") : ok({ label: "close-gap", edits });
}
