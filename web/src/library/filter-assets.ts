import type { Asset } from "@cutroom/contracts";

export const KINDS = ["all", "video", "audio", "image"] as const;
export type KindFilter = (typeof KINDS)[number];

/** The files whose name holds every word of `query`, in any order and case, and that are of `kind`. */
export function filterAssets(
  assets: readonly Asset[],
  query: string,
  kind: KindFilter,
): readonly Asset[] {
  const words = query.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return assets.filter((asset) => {
    if (kind !== "all" && asset.facts?.kind !== kind) return false;
    const name = asset.name.toLocaleLowerCase();
    return words.every((word) => name.includes(word));
  });
}
