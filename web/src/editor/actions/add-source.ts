import type { Asset } from "@cutroom/contracts";
import { fail, floorToFrame, frameLength, mediaClipFrom, ok } from "@cutroom/timeline";
import type { OpenSource } from "../state/source.ts";
import { homeTrack, sourceOf } from "./add-assets.ts";
import type { Planned, Situation } from "./plan.ts";

/**
 * Three points: in and out of the source, and the playhead. `insert` moves on what follows,
 * `overwrite` takes its place. Without marks it is the whole file.
 */
export function addSource(
  situation: Situation,
  asset: Asset,
  marks: Pick<OpenSource, "inFlicks" | "outFlicks">,
  mode: "insert" | "overwrite",
): Planned {
  const { document, idBase, playheadFlicks } = situation;
  const source = sourceOf(asset);
  if (source === null) return fail("action.not-ready");
  const trackId = homeTrack(document, source.facts.kind);
  if (trackId === null) return fail("action.no-track");
  const { rate } = document.settings;
  const id = `${idBase}-clip`;
  const made = mediaClipFrom(source, { id, trackId, startFlicks: playheadFlicks, rate });
  if (!made.ok) return fail("action.not-ready");
  const whole = made.value;
  const length = whole.sourceDuration;
  // A still has no time of its own to mark.
  const from = length === null ? 0 : (marks.inFlicks ?? 0);
  const to = length === null ? whole.duration : (marks.outFlicks ?? length);
  const wanted = whole.mediaKind === "audio" ? to - from : floorToFrame(to - from, rate);
  const duration = Math.max(frameLength(rate), wanted);
  return ok({
    label: mode === "insert" ? "insert" : "overwrite",
    edits: [{ type: "insert-clip", clip: { ...whole, sourceStart: from, duration }, mode, idBase }],
    select: [id],
    seek: whole.start + duration,
  });
}
