import {
  type Clip,
  type Edit,
  FLICKS_PER_SECOND,
  clipsOnTrack,
  fail,
  framesToFlicks,
  handlesAtCut,
  ok,
  snapToFrame,
} from "@cutroom/timeline";
import { layOutRows } from "../timeline/rows.ts";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

export interface Cut {
  readonly left: Clip;
  readonly right: Clip;
}

const DEFAULT_FLICKS = FLICKS_PER_SECOND;
/** A cut this near to the playhead counts as under it. */
const NEAR_FLICKS = FLICKS_PER_SECOND / 2;

function cutsOf(situation: Situation): Cut[] {
  const { document } = situation;
  return layOutRows(document).flatMap(({ trackId }) => {
    const clips = clipsOnTrack(document, trackId);
    return clips.flatMap((left, index) => {
      const right = clips[index + 1];
      if (right === undefined || right.start !== left.start + left.duration) return [];
      return [{ left, right }];
    });
  });
}

/**
 * The cut that a crossfade is about: between two selected neighbours, else the cut of a selected
 * clip or of any track that is nearest to the playhead.
 */
export function cutInQuestion(situation: Situation): Cut | null {
  const cuts = cutsOf(situation);
  const selected = new Set(selectedClips(situation).map(({ id }) => id));
  const within = cuts.find(({ left, right }) => selected.has(left.id) && selected.has(right.id));
  if (within !== undefined) return within;
  const distance = ({ right }: Cut) => Math.abs(right.start - situation.playheadFlicks);
  const ofSelected = cuts.filter(
    ({ left, right }) => selected.has(left.id) || selected.has(right.id),
  );
  if (ofSelected.length > 0)
    return ofSelected.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
  const near = cuts.filter((cut) => distance(cut) <= NEAR_FLICKS);
  return near.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** A crossfade of a second, or as long as the material beyond the cut allows. */
export function addCrossfade(
  situation: Situation,
  at: Cut | null = cutInQuestion(situation),
): Planned {
  if (at === null) return fail("action.no-cut");
  const { document, idBase } = situation;
  const handles = handlesAtCut(document, at.left.id, at.right.id);
  const most = handles?.maxTransitionFlicks ?? 0;
  if (most <= 0) return fail("action.no-handle");
  return ok({
    label: "crossfade",
    edits: [crossfadeEdit(at, idBase, Math.min(DEFAULT_FLICKS, most))],
  });
}

function crossfadeEdit(cut: Cut, idBase: string, durationFlicks: number): Edit {
  return {
    type: "add-transition",
    id: `${idBase}-x`,
    kind: "crossfade",
    leftClipId: cut.left.id,
    rightClipId: cut.right.id,
    durationFlicks,
  };
}

/**
 * The way out when the clips show their sources to the very end: trims half a second (less of
 * short clips) off both sides of the cut, and fades through what was trimmed.
 */
export function makeRoomForCrossfade(situation: Situation, cut: Cut): Planned {
  const { document, idBase } = situation;
  const { rate } = document.settings;
  const frame = framesToFlicks(1, rate);
  const shorter = Math.min(cut.left.duration, cut.right.duration);
  const half = snapToFrame(Math.min(DEFAULT_FLICKS / 2, shorter / 3), rate);
  if (half < frame) return fail("action.no-handle");
  const ripple = "track" as const;
  return ok({
    label: "crossfade",
    edits: [
      { type: "trim-clip", clipId: cut.right.id, edge: "start", deltaFlicks: half, ripple },
      { type: "trim-clip", clipId: cut.left.id, edge: "end", deltaFlicks: -half, ripple },
      crossfadeEdit(cut, idBase, half * 2),
    ],
  });
}
