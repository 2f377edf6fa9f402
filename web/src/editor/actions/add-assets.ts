import type { Asset } from "@cutroom/contracts";
import {
  type Clip,
  type Edit,
  type MediaFacts,
  type ProjectDocument,
  editDocument,
  fail,
  ok,
} from "@cutroom/timeline";
import { clipsInRow, rowIdBase } from "../gestures/clips-in-row.ts";
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
 * Adds files at the playhead, one after the other, and moves the playhead behind them, so that
 * adding again goes on. Nothing is covered: in the middle of a clip or before one, what follows
 * makes room. Files that are not ready are left out.
 */
export function addAssets(situation: Situation, assets: readonly Asset[]): Planned {
  const { document, idBase, playheadFlicks } = situation;
  const sources = assets.flatMap((asset) => sourceOf(asset) ?? []);
  const row = clipsInRow(sources, { rate: document.settings.rate, idBase });
  const edits: Edit[] = [];
  let current = document;
  let seek = playheadFlicks;
  for (const [index, clip] of row.entries()) {
    const trackId = homeTrack(current, clip.mediaKind);
    if (trackId === null) return fail("action.no-track");
    const start = playheadFlicks + clip.start;
    const edit = intoFreeRoom(current, { ...clip, trackId, start }, rowIdBase(idBase, index));
    edits.push(edit);
    seek = start + clip.duration;
    const next = editDocument(current, edit);
    // Said by whoever carries the plan out.
    if (!next.ok) break;
    current = next.value;
  }
  if (edits.length === 0) return fail("action.not-ready");
  return ok({ label: "add-clip", edits, select: row.map(({ id }) => id), seek });
}
