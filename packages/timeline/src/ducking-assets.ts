import { flatten } from "./compound/flatten.ts";
import type { ProjectDocument } from "./document.ts";

/** Assets whose sound lowers a ducked track: those of the tracks that are not ducked; none when no track is. */
export function duckingAssets(document: ProjectDocument): ReadonlySet<string> {
  const { tracks: tracksById, clips } = flatten(document);
  const tracks = Object.values(tracksById);
  if (!tracks.some((track) => track.ducking)) return new Set();
  const heard = new Set(tracks.filter((track) => !track.ducking).map(({ id }) => id));
  const ids = Object.values(clips).flatMap((clip) =>
    clip.kind === "media" && clip.mediaKind !== "image" && heard.has(clip.trackId)
      ? [clip.assetId]
      : [],
  );
  return new Set(ids);
}
