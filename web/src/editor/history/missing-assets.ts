import type { ProjectDocument } from "@cutroom/timeline";

/** Names of the clips whose file is not in the library any more, each file once. */
export function missingAssets(
  document: ProjectDocument,
  isThere: (assetId: string) => boolean,
): readonly string[] {
  const names = new Map<string, string>();
  for (const clip of Object.values(document.clips)) {
    if (clip.kind !== "media" || names.has(clip.assetId) || isThere(clip.assetId)) continue;
    names.set(clip.assetId, clip.name);
  }
  return [...names.values()];
}
