/** Gives clips that are offline a file. */
import type {
  Clip,
  Flicks,
  MediaClip,
  ProjectDocument,
  SourceAsset,
  Take,
} from "@cutroom/timeline";
import { paceOf, sourceElapsedFlicks, withEveryRecord } from "@cutroom/timeline";
import { lengthOf } from "./otio/match-media.ts";

/** How far into the file the clip reads. */
function reachOf(clip: MediaClip): Flicks {
  if (clip.frozen === true) return clip.sourceStart + 1;
  return clip.sourceStart + sourceElapsedFlicks(paceOf(clip), clip.duration);
}

/** Sound may come from a film; a picture needs one of its own kind, which has all of it. */
function fits(clip: MediaClip, { facts }: SourceAsset): boolean {
  if (clip.mediaKind === "image") return facts.kind === "image";
  const has = clip.mediaKind === "audio" ? facts.audio !== null : facts.kind === "video";
  return has && reachOf(clip) <= lengthOf(facts);
}

/** Takes name each file once, and the clip's own is among them (T19). */
function takesAfter(clip: MediaClip, found: Take): Pick<MediaClip, "takes"> {
  if (clip.takes === undefined) return {};
  const others = clip.takes.filter(({ assetId }) => assetId !== found.assetId);
  return { takes: others.map((take) => (take.assetId === clip.assetId ? found : take)) };
}

/**
 * The document with every clip of the file `assetId` cut from `asset` instead, at the same times;
 * null when one of them asks for another kind of file or for more of it than there is.
 */
export function relinked(
  document: ProjectDocument,
  assetId: string,
  asset: SourceAsset,
): ProjectDocument | null {
  let all = true;
  const relink = (clip: Clip): Clip => {
    if (clip.kind !== "media" || clip.assetId !== assetId) return clip;
    all &&= fits(clip, asset);
    const found = {
      assetId: asset.assetId,
      checksum: asset.checksum,
      sourceDuration: lengthOf(asset.facts),
    };
    const sourceDuration = clip.mediaKind === "image" ? null : found.sourceDuration;
    return { ...clip, ...found, ...takesAfter(clip, found), sourceDuration };
  };
  const next = withEveryRecord(document, (clips) =>
    Object.fromEntries(Object.entries(clips).map(([id, clip]) => [id, relink(clip)])),
  );
  return all ? next : null;
}
