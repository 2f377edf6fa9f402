import type { Asset } from "@cutroom/contracts";
import {
  type Clip,
  type Edit,
  type Flicks,
  type MediaFacts,
  type ProjectDocument,
  fail,
  mediaClipFrom,
  ok,
} from "@cutroom/timeline";
import type { Planned, Situation } from "./plan.ts";

/** What a clip needs to know of a file; null until ingest has measured it. */
export function sourceOf(asset: Asset) {
  if (asset.state !== "READY" || asset.facts === null || asset.checksum === null) return null;
  const { id, checksum, name, facts } = asset;
  return { assetId: id, checksum, name, facts };
}

/** The lowest unlocked track for a file: sound on audio, pictures on video, then overlay. */
export function homeTrack(document: ProjectDocument, kind: MediaFacts["kind"]): string | null {
  const wanted = kind === "audio" ? ["audio"] : ["video", "overlay"];
  for (const trackKind of wanted) {
    const found = document.trackOrder.find((id) => {
      const track = document.tracks[id];
      return track?.kind === trackKind && !track.locked;
    });
    if (found !== undefined) return found;
  }
  return null;
}

/** A clip of a file at a place; null when the file cannot be used there yet. */
function clipOfAsset(
  asset: Asset,
  at: { readonly id: string; readonly trackId: string; readonly startFlicks: Flicks },
  document: ProjectDocument,
): Clip | null {
  const source = sourceOf(asset);
  if (source === null) return null;
  const made = mediaClipFrom(source, { ...at, rate: document.settings.rate });
  return made.ok ? made.value : null;
}

/** Puts a clip where it says; where something is in the way, what follows makes room. */
export function intoFreeRoom(document: ProjectDocument, clip: Clip, idBase: string): Edit {
  const end = clip.start + clip.duration;
  const taken = Object.values(document.clips).some(
    (other) =>
      other.trackId === clip.trackId &&
      other.start < end &&
      other.start + other.duration > clip.start,
  );
  return { type: "insert-clip", clip, mode: taken ? "insert" : "place", idBase };
}

/**
 * Adds a file at the playhead and moves the playhead behind it, so that adding again goes on.
 * Nothing is covered: in the middle of a clip or before one, what follows makes room.
 */
export function addAsset(situation: Situation, asset: Asset): Planned {
  const { document, idBase, playheadFlicks } = situation;
  const source = sourceOf(asset);
  if (source === null) return fail("action.not-ready");
  const trackId = homeTrack(document, source.facts.kind);
  if (trackId === null) return fail("action.no-track");
  const id = `${idBase}-clip`;
  const clip = clipOfAsset(asset, { id, trackId, startFlicks: playheadFlicks }, document);
  if (clip === null) return fail("action.not-ready");
  return ok({
    label: "add-clip",
    edits: [intoFreeRoom(document, clip, idBase)],
    select: [id],
    seek: clip.start + clip.duration,
  });
}
