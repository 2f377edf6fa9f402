/** Files that clips show and the library has not, and what could take their place. Pure. */
import type { Asset } from "@cutroom/contracts";
import { relinked } from "@cutroom/interchange";
import { everyClip } from "@cutroom/timeline";
import type { MediaClip, ProjectDocument, SourceAsset } from "@cutroom/timeline";
import { usesOf } from "../panels/asset-uses.ts";

/** What is known of the library. */
export interface KnownFiles {
  readonly assets: Readonly<Record<string, Asset>>;
  readonly assetsLoading: { readonly status: string };
}

/** Nothing is missing before the library is known. */
export function isOffline(assetId: string, { assets, assetsLoading }: KnownFiles): boolean {
  const asset = assets[assetId];
  if (asset === undefined) return assetsLoading.status === "ready";
  return asset.state === "REFUSED";
}

/** The ids of all files that clips show and that are not there. */
export function offlineIds(document: ProjectDocument, known: KnownFiles): ReadonlySet<string> {
  return new Set([...usesOf(document).keys()].filter((assetId) => isOffline(assetId, known)));
}

export interface OfflineFile {
  readonly assetId: string;
  /** As the first of its clips is called. */
  readonly name: string;
  readonly clipCount: number;
}

const clipsOf = (document: ProjectDocument, assetId: string): readonly MediaClip[] =>
  everyClip(document)
    .filter((clip) => clip.kind === "media" && clip.assetId === assetId)
    .toSorted((a, b) => a.start - b.start) as MediaClip[];

/** Missing files in the order of the timeline, those of the selected clips first. */
export function offlineFiles(
  document: ProjectDocument,
  known: KnownFiles,
  selectedClipIds: readonly string[],
): readonly OfflineFile[] {
  const selected = new Set(selectedClipIds);
  return [...offlineIds(document, known)]
    .map((assetId) => {
      const clips = clipsOf(document, assetId);
      return {
        assetId,
        name: clips[0]?.name ?? "",
        clipCount: clips.length,
        start: clips[0]?.start ?? 0,
        chosen: clips.some(({ id }) => selected.has(id)),
      };
    })
    .toSorted((a, b) => Number(b.chosen) - Number(a.chosen) || a.start - b.start)
    .map(({ assetId, name, clipCount }) => ({ assetId, name, clipCount }));
}

/** Why a file is likely the one that is missing, the surest first. */
const LIKENESS = ["bytes", "name", "length", "none"] as const;
export type Likeness = (typeof LIKENESS)[number];

export interface Offer {
  readonly source: SourceAsset;
  readonly likeness: Likeness;
}

function likenessOf(clip: MediaClip, source: SourceAsset, now: MediaClip): Likeness {
  if (clip.checksum === source.checksum) return "bytes";
  if (clip.name.toLowerCase() === source.name.toLowerCase()) return "name";
  return clip.sourceDuration !== null && clip.sourceDuration === now.sourceDuration
    ? "length"
    : "none";
}

/** Every file of the library that all clips of the missing one can be cut from, the likeliest first. */
export function offersFor(
  document: ProjectDocument,
  assetId: string,
  library: readonly SourceAsset[],
): readonly Offer[] {
  const clips = clipsOf(document, assetId);
  const [first] = clips;
  if (first === undefined) return [];
  // Only these clips are looked at for every file of the library.
  const named = clips.map((clip) => [clip.id, clip]);
  const part = { ...document, clips: Object.fromEntries(named), sequences: {} };
  return library
    .flatMap((source): Offer[] => {
      if (source.assetId === assetId) return [];
      const now = relinked(part, assetId, source)?.clips[first.id];
      if (now?.kind !== "media") return [];
      return [{ source, likeness: likenessOf(first, source, now) }];
    })
    .toSorted((a, b) => LIKENESS.indexOf(a.likeness) - LIKENESS.indexOf(b.likeness));
}
