/** Moving clips up and down between tracks. */
import type { Clip, ProjectDocument } from "./document.ts";
import type { EditFailure } from "./failure-codes.ts";
import { lookUp, trackAccepts } from "./queries.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";

/**
 * The track `delta` steps above the clip's own (below when negative), counted among the tracks
 * that accept the clip. Fails with `track.missing` when there are not so many.
 */
export function trackBeside(
  document: ProjectDocument,
  clip: Clip,
  delta: number,
): Result<string, EditFailure> {
  if (delta === 0) return ok(clip.trackId);
  const fitting = document.trackOrder.filter((id) => {
    const track = lookUp(document.tracks, id);
    return track !== undefined && trackAccepts(track.kind, clip);
  });
  const trackId = fitting[fitting.indexOf(clip.trackId) + delta];
  return trackId === undefined ? fail("track.missing", { clipId: clip.id }) : ok(trackId);
}
