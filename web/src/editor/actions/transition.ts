import {
  type Clip,
  type Edit,
  type Flicks,
  FLICKS_PER_SECOND,
  type Transition,
  type TransitionKind,
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
 * The cut that a transition is about: between two selected neighbours, else the cut of a selected
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

/** The transition that a cut has. */
export function transitionAt(
  { document }: Pick<Situation, "document">,
  cut: Cut,
): Transition | null {
  const all = Object.values(document.transitions);
  return all.find(({ rightClipId }) => rightClipId === cut.right.id) ?? null;
}

/**
 * Gives a cut a transition: of a second, or as long as the material beyond the cut allows. A
 * cut that has one of another kind keeps its length and changes its kind.
 */
export function applyTransition(
  situation: Situation,
  kind: TransitionKind,
  at: Cut | null = cutInQuestion(situation),
): Planned {
  if (at === null) return fail("action.no-cut");
  const { document, idBase } = situation;
  const present = transitionAt(situation, at);
  if (present !== null && present.kind !== kind) {
    const edits = [{ type: "set-transition", transitionId: present.id, kind } as const];
    return ok({ label: "transition", edits });
  }
  const handles = handlesAtCut(document, at.left.id, at.right.id);
  const most = handles?.maxTransitionFlicks ?? 0;
  if (most <= 0) return fail("action.no-handle");
  const edit = transitionEdit(at, { id: idBase, kind, flicks: Math.min(DEFAULT_FLICKS, most) });
  return ok({ label: "transition", edits: [edit] });
}

function transitionEdit(
  cut: Cut,
  wanted: { readonly id: string; readonly kind: TransitionKind; readonly flicks: Flicks },
): Edit {
  return {
    type: "add-transition",
    id: `${wanted.id}-x`,
    kind: wanted.kind,
    leftClipId: cut.left.id,
    rightClipId: cut.right.id,
    durationFlicks: wanted.flicks,
  };
}

/**
 * The way out when the clips show their sources to the very end: trims half a second (less of
 * short clips) off both sides of the cut, and fades through what was trimmed.
 */
export function makeRoomForTransition(
  situation: Situation,
  cut: Cut,
  kind: TransitionKind,
): Planned {
  const { document, idBase } = situation;
  const { rate } = document.settings;
  const frame = framesToFlicks(1, rate);
  const shorter = Math.min(cut.left.duration, cut.right.duration);
  const half = snapToFrame(Math.min(DEFAULT_FLICKS / 2, shorter / 3), rate);
  if (half < frame) return fail("action.no-handle");
  const ripple = "track" as const;
  return ok({
    label: "transition",
    edits: [
      { type: "trim-clip", clipId: cut.right.id, edge: "start", deltaFlicks: half, ripple },
      { type: "trim-clip", clipId: cut.left.id, edge: "end", deltaFlicks: -half, ripple },
      transitionEdit(cut, { id: idBase, kind, flicks: half * 2 }),
    ],
  });
}
