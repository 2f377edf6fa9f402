import { type Edit, clipsOnTrack, fail, ok, plainTrack, textClipFrom } from "@cutroom/timeline";
import { layOutRows } from "../timeline/rows.ts";
import { type TitleId, withTitlePreset } from "../titles/title-presets.ts";
import type { Planned, Situation } from "./plan.ts";

export interface TitleStart {
  readonly text: string;
  readonly preset?: TitleId;
}

/**
 * A title at the playhead for five seconds, on the first text track that is free there; a new
 * text track on top when none is.
 */
export function addTitle(situation: Situation, start: TitleStart): Planned {
  const { document, idBase, playheadFlicks } = situation;
  const id = `${idBase}-title`;
  const { rate } = document.settings;
  const made = textClipFrom({
    id,
    trackId: `${idBase}-track`,
    startFlicks: playheadFlicks,
    rate,
    text: start.text,
  });
  const clip = start.preset === undefined ? made : withTitlePreset(made, start.preset, rate);
  const free = layOutRows(document).find(({ trackId, kind }) => {
    if (kind !== "text" || document.tracks[trackId]?.locked === true) return false;
    return clipsOnTrack(document, trackId).every(
      (other) =>
        other.start >= clip.start + clip.duration || other.start + other.duration <= clip.start,
    );
  });
  const number = document.trackOrder.filter((one) => document.tracks[one]?.kind === "text").length;
  if (number > 60) return fail("action.no-track");
  const track: Edit = {
    type: "add-track",
    track: plainTrack(clip.trackId, "text", `Text ${number + 1}`),
  };
  const insert: Edit = {
    type: "insert-clip",
    clip: free === undefined ? clip : { ...clip, trackId: free.trackId },
    mode: "place",
    idBase,
  };
  return ok({
    label: "add-title",
    edits: free === undefined ? [track, insert] : [insert],
    select: [id],
  });
}
