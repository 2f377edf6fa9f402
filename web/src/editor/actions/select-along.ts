/** Selecting along the timeline: forward or back from the playhead, or a whole track. */
import { type Clip, clipAt } from "@cutroom/timeline";
import { layOutRows } from "../timeline/rows.ts";
import { type Situation, selectedClips } from "./plan.ts";

/** The selection's tracks, else the topmost one with a clip under the playhead. */
function tracksMeant(situation: Situation): readonly string[] {
  const selected = selectedClips(situation).map(({ trackId }) => trackId);
  if (selected.length > 0) return selected;
  const { document, playheadFlicks } = situation;
  return layOutRows(document)
    .map(({ trackId }) => trackId)
    .filter((id) => clipAt(document, id, playheadFlicks) !== null)
    .slice(0, 1);
}

const unlocked = ({ document }: Situation): readonly Clip[] =>
  Object.values(document.clips).filter(({ trackId }) => document.tracks[trackId]?.locked === false);

/** Every clip of the tracks that are meant. */
export function clipsOfTrack(situation: Situation): string[] {
  const tracks = new Set(tracksMeant(situation));
  return Object.values(situation.document.clips)
    .filter(({ trackId }) => tracks.has(trackId))
    .map(({ id }) => id);
}

/** What the playhead is in, and all that comes after it or before it, on unlocked tracks. */
export function clipsAlong(
  situation: Situation,
  direction: "forward" | "back",
  where: "track" | "all",
): string[] {
  const { playheadFlicks } = situation;
  const tracks = where === "track" ? new Set(tracksMeant(situation)) : null;
  return unlocked(situation)
    .filter(({ start, duration, trackId }) => {
      if (tracks !== null && !tracks.has(trackId)) return false;
      return direction === "forward" ? start + duration > playheadFlicks : start < playheadFlicks;
    })
    .map(({ id }) => id);
}
