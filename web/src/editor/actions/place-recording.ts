import { type Flicks, clipsOnTrack, fail, ok, placeholderFrom } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import { newTrackFor } from "../gestures/new-track.ts";
import type { ComingFile } from "./place-generated.ts";
import type { Planned, Situation } from "./plan.ts";

function isFree(document: ProjectDocument, trackId: string, from: Flicks, to: Flicks): boolean {
  return clipsOnTrack(document, trackId).every(
    (clip) => clip.start >= to || clip.start + clip.duration <= from,
  );
}

/**
 * Puts a sound that is on its way where it was spoken. Nothing moves for it: it goes to the first
 * unlocked audio track that has room there, or to one of its own.
 */
export function placeRecording(
  { document, idBase }: Situation,
  file: ComingFile,
  startFlicks: Flicks,
): Planned {
  const { rate } = document.settings;
  const id = `${idBase}-clip`;
  const made = placeholderFrom({ ...file, kind: "audio" }, { id, trackId: "", startFlicks, rate });
  if (!made.ok) return fail("action.not-ready");
  const { start, duration } = made.value;
  const free = document.trackOrder.find((trackId) => {
    const track = document.tracks[trackId];
    if (track?.kind !== "audio" || track.locked) return false;
    return isFree(document, trackId, start, start + duration);
  });
  const added = free === undefined ? newTrackFor(document, made.value, idBase) : null;
  const trackId = free ?? added?.trackId;
  if (trackId === undefined) return fail("action.no-track");
  return ok({
    label: "record",
    edits: [
      ...(added === null ? [] : [added.edit]),
      { type: "insert-clip", clip: { ...made.value, trackId }, mode: "place", idBase },
    ],
    select: [id],
  });
}
