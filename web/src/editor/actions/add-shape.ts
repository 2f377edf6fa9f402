import {
  type Edit,
  type ShapeStyle,
  clipsOnTrack,
  fail,
  ok,
  shapeClipFrom,
} from "@cutroom/timeline";
import { layOutRows } from "../timeline/rows.ts";
import { addTrackEdit } from "../timeline/track-order.ts";
import type { Planned, Situation } from "./plan.ts";

export interface ShapeStart {
  readonly name: string;
  readonly shape: Partial<ShapeStyle>;
}

/**
 * A shape at the playhead for five seconds, below the titles: on the first overlay track that is
 * free there; on a new one above the others when none is.
 */
export function addShape(situation: Situation, start: ShapeStart): Planned {
  const { document, idBase, playheadFlicks } = situation;
  const id = `${idBase}-shape`;
  const trackId = `${idBase}-track`;
  const { rate } = document.settings;
  const clip = shapeClipFrom({ id, trackId, startFlicks: playheadFlicks, rate, ...start });
  const end = clip.start + clip.duration;
  const rows = layOutRows(document).filter(({ kind }) => kind === "overlay");
  const free = rows.find(
    (row) =>
      document.tracks[row.trackId]?.locked === false &&
      clipsOnTrack(document, row.trackId).every(
        (other) => other.start >= end || other.start + other.duration <= clip.start,
      ),
  );
  if (rows.length > 60) return fail("action.no-track");
  const insert: Edit = {
    type: "insert-clip",
    clip: free === undefined ? clip : { ...clip, trackId: free.trackId },
    mode: "place",
    idBase,
  };
  const edits =
    free === undefined ? [addTrackEdit(document, "overlay", trackId), insert] : [insert];
  return ok({ label: "add-shape", edits, select: [id] });
}
