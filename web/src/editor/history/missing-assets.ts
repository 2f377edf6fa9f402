import { everyClip } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";

/** Names of the clips and looks whose file is not in the library any more, each file once. */
export function missingAssets(
  document: ProjectDocument,
  isThere: (assetId: string) => boolean,
): readonly string[] {
  const names = new Map<string, string>();
  for (const clip of everyClip(document)) {
    if (clip.kind !== "media") continue;
    const lut = clip.look?.lut;
    for (const { assetId, name } of lut?.kind === "file" ? [clip, lut] : [clip]) {
      if (!names.has(assetId) && !isThere(assetId)) names.set(assetId, name);
    }
  }
  return [...names.values()];
}
