import type { Clip, ProjectDocument } from "@cutroom/timeline";

const known = new WeakMap<ProjectDocument["clips"], ReadonlyMap<string, number>>();

/** How many clips show each asset; counted once for each document. */
export function usesOf({ clips }: Pick<ProjectDocument, "clips">): ReadonlyMap<string, number> {
  const counted = known.get(clips);
  if (counted !== undefined) return counted;
  const uses = new Map<string, number>();
  for (const clip of Object.values(clips)) {
    if (clip.kind === "media") uses.set(clip.assetId, (uses.get(clip.assetId) ?? 0) + 1);
  }
  known.set(clips, uses);
  return uses;
}

/** The clips that show the asset, in time order. */
export function clipsShowing(
  { clips }: Pick<ProjectDocument, "clips">,
  assetId: string,
): readonly Clip[] {
  return Object.values(clips)
    .filter((clip) => clip.kind === "media" && clip.assetId === assetId)
    .toSorted((a, b) => a.start - b.start);
}
