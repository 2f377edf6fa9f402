/** Formats with one track, or one main track, take these. */
import { clipsOnTrack } from "@cutroom/timeline";
import type { ProjectDocument, Track, TrackKind } from "@cutroom/timeline";

function lowest(document: ProjectDocument, kinds: readonly TrackKind[]): Track | null {
  const tracks = document.trackOrder.flatMap((id) => document.tracks[id] ?? []);
  for (const kind of kinds) {
    const filled = tracks.find(
      (track) => track.kind === kind && clipsOnTrack(document, track.id).length > 0,
    );
    if (filled) return filled;
  }
  return null;
}

/** The lowest video track with clips, or the lowest overlay when there is none. */
export function mainTrack(document: ProjectDocument): Track | null {
  return lowest(document, ["video", "overlay"]);
}

/** The lowest track of sound with clips. */
export function soundTrack(document: ProjectDocument): Track | null {
  return lowest(document, ["audio"]);
}

/** Is the track seen, or heard, as the project stands? A solo track silences the others. */
export function isOn(document: ProjectDocument, track: Track): boolean {
  if (track.kind !== "audio") return !track.hidden;
  const solo = Object.values(document.tracks).some((one) => one.solo);
  return !track.muted && (track.solo || !solo);
}
