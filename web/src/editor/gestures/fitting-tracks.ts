import { type Clip, type ProjectDocument, trackAccepts } from "@cutroom/timeline";

/** The tracks that take the clip and are not locked, nearest to `wantedTrackId` first. */
export function fittingTracks(
  document: ProjectDocument,
  clip: Clip,
  wantedTrackId: string,
): readonly string[] {
  const order = document.trackOrder;
  const wanted = order.indexOf(wantedTrackId);
  const distance = (id: string) => Math.abs(order.indexOf(id) - wanted);
  return order
    .filter((id) => {
      const track = document.tracks[id];
      return track !== undefined && !track.locked && trackAccepts(track.kind, clip);
    })
    .toSorted((a, b) => distance(a) - distance(b));
}
