import { everyClip } from "@cutroom/timeline";
import type { Clip, ProjectDocument } from "@cutroom/timeline";

type Film = Pick<ProjectDocument, "clips" | "sequences">;

const known = new WeakMap<Film, ReadonlyMap<string, number>>();

/** How many clips show each asset, those in compound clips too; counted once for each document. */
export function usesOf(document: Film): ReadonlyMap<string, number> {
  const counted = known.get(document);
  if (counted !== undefined) return counted;
  const uses = new Map<string, number>();
  for (const clip of everyClip(document)) {
    if (clip.kind === "media") uses.set(clip.assetId, (uses.get(clip.assetId) ?? 0) + 1);
  }
  known.set(document, uses);
  return uses;
}

/** The clips that show the asset, in time order; of those in a compound clip, that one. */
export function clipsShowing({ clips, ...others }: Film, assetId: string): readonly Clip[] {
  const shows = (clip: Clip) =>
    everyClip({ ...others, clips: { [clip.id]: clip } }).some(
      (one) => one.kind === "media" && one.assetId === assetId,
    );
  return Object.values(clips)
    .filter(shows)
    .toSorted((a, b) => a.start - b.start);
}
