/** A file's transitions where ours fit: centred on cuts, or fades where there is nothing beside. */
import {
  TRANSITION_KINDS,
  flicksToFrameNearest,
  frameLength,
  framesToFlicks,
  handlesAtCut,
  isCompound,
} from "@cutroom/timeline";
import type { PlainClip, ProjectDocument, Transition, TransitionKind } from "@cutroom/timeline";
import type { NoteBook } from "../import-result.ts";
import { freshId } from "./read-track.ts";
import type { Cut } from "./read-track.ts";
import { flicksOf } from "./rational.ts";
import { ours } from "./shape.ts";

interface Fitting {
  readonly notes: NoteBook;
  readonly takenIds: Set<string>;
}

function kindOf(cut: Cut): TransitionKind {
  const own = ours(cut.item)["kind"];
  return TRANSITION_KINDS.find((kind) => kind === own) ?? "crossfade";
}

/** A dissolve from or to nothing is a fade of the clip. */
function withFade(
  document: ProjectDocument,
  clip: PlainClip,
  edge: "fadeIn" | "fadeOut",
  cut: Cut,
) {
  const length = flicksOf(cut.item.in_offset) + flicksOf(cut.item.out_offset);
  const other = edge === "fadeIn" ? clip.fadeOut : clip.fadeIn;
  const fade = Math.max(0, Math.min(length, clip.duration - other));
  return { ...document, clips: { ...document.clips, [clip.id]: { ...clip, [edge]: fade } } };
}

function joined(document: ProjectDocument, cut: Cut, fitting: Fitting): ProjectDocument {
  const { item, left, right } = cut;
  const { rate } = document.settings;
  const handles = left && right ? handlesAtCut(document, left.id, right.id) : null;
  const before = flicksToFrameNearest(flicksOf(item.in_offset), rate);
  const frames = before + flicksToFrameNearest(flicksOf(item.out_offset), rate);
  const most = handles === null ? 0 : handles.maxTransitionFlicks / frameLength(rate);
  const fits = Math.min(frames, most);
  if (left === null || right === null || fits < 1) {
    fitting.notes.note("transitions-dropped");
    return document;
  }
  if (fits !== frames || before !== Math.floor(frames / 2)) {
    fitting.notes.note("transitions-changed");
  }
  const transition: Transition = {
    id: freshId(fitting.takenIds, "transition", ours(item)["id"]),
    kind: kindOf(cut),
    leftClipId: left.id,
    rightClipId: right.id,
    duration: framesToFlicks(fits, rate),
  };
  const transitions = { ...document.transitions, [transition.id]: transition };
  return { ...document, transitions };
}

/** The document with every transition that fits, shortened where it must be; notes the rest. */
export function withTransitions(
  document: ProjectDocument,
  cuts: readonly Cut[],
  fitting: Fitting,
): ProjectDocument {
  let next = document;
  for (const cut of cuts) {
    const left = cut.left && next.clips[cut.left.id];
    const right = cut.right && next.clips[cut.right.id];
    const only = left && right ? null : (left ?? right);
    // No file has compound clips.
    if (only && !isCompound(only)) next = withFade(next, only, left ? "fadeOut" : "fadeIn", cut);
    else next = joined(next, cut, fitting);
  }
  return next;
}
