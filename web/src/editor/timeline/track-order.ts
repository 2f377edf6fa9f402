import { type Edit, type ProjectDocument, type TrackKind, plainTrack } from "@cutroom/timeline";
import { layOutRows } from "./rows.ts";

/**
 * The new index in `trackOrder` for a track that goes one lane up (1) or down (-1) on screen;
 * null at the end, and where sound would leave the sound.
 */
export function stepInStack(document: ProjectDocument, trackId: string, by: 1 | -1): number | null {
  const lanes = layOutRows(document);
  const at = lanes.findIndex((row) => row.trackId === trackId);
  const beside = lanes[at - by];
  const own = lanes[at];
  if (own === undefined || beside === undefined) return null;
  if ((own.kind === "audio") !== (beside.kind === "audio")) return null;
  const others = document.trackOrder.filter((id) => id !== trackId);
  const place = others.indexOf(beside.trackId);
  return by === 1 ? place + 1 : place;
}

/** Stored names are English; see track-label.ts. */
const NAMES: Readonly<Record<TrackKind, string>> = {
  video: "Video",
  overlay: "Overlay",
  text: "Text",
  audio: "Audio",
  caption: "Captions",
};

/** A new track next to its like: pictures on top, sound at the bottom. */
export function addTrackEdit(document: ProjectDocument, kind: TrackKind, id: string): Edit {
  const number = Object.values(document.tracks).filter((track) => track.kind === kind).length + 1;
  const track = plainTrack(id, kind, `${NAMES[kind]} ${number}`);
  if (kind === "audio") return { type: "add-track", track, index: 0 };
  const like = document.trackOrder.findLastIndex((one) => document.tracks[one]?.kind === kind);
  return like === -1 ? { type: "add-track", track } : { type: "add-track", track, index: like + 1 };
}
