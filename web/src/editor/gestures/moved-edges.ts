/** The frames that a trim, a roll, a slip or a slide changes: what is looked at while one is made. */
import {
  type Clip,
  type MediaClip,
  type ProjectDocument,
  flicksToSeconds,
  frameLength,
} from "@cutroom/timeline";
import { sourceClock } from "../draw/source-clock.ts";
import type { Gesture } from "./gesture.ts";

export interface Edge {
  readonly clip: MediaClip;
  readonly side: "first" | "last";
  /** Where the frame begins in the clip's file. */
  readonly sourceSeconds: number;
}

/** More of them are too small to be looked at. */
const MOST = 4;

const isFilmed = (clip: Clip | undefined): clip is MediaClip =>
  clip?.kind === "media" && clip.mediaKind !== "audio";

function edgesOf(clip: MediaClip, frame: number): readonly [Edge, Edge] {
  const source = sourceClock(clip);
  return [
    { clip, side: "first", sourceSeconds: source(0) },
    { clip, side: "last", sourceSeconds: source(flicksToSeconds(clip.duration - frame)) },
  ];
}

/**
 * First and last frames that are others than before the gesture, in the order of layers and of
 * time: one of a trim, two of a roll and of a slip. A slide shows both of the clip as well, which
 * stay, between those of its neighbours. Empty for what moves no edge.
 */
export function movedEdges(
  before: ProjectDocument,
  draft: ProjectDocument,
  hint: Gesture["hint"],
): readonly Edge[] {
  if (hint !== "trim" && hint !== "roll" && hint !== "slip" && hint !== "slide") return [];
  const frame = frameLength(draft.settings.rate);
  const moved = Object.values(draft.clips).flatMap((clip) => {
    const old = before.clips[clip.id];
    if (old === clip || !isFilmed(clip) || !isFilmed(old)) return [];
    const [was, now] = [edgesOf(old, frame), edgesOf(clip, frame)];
    const others = now.filter((edge, side) => edge.sourceSeconds !== was[side]?.sourceSeconds);
    return others.length === 0 && hint === "slide" ? now : others;
  });
  const layer = ({ clip }: Edge) => draft.trackOrder.indexOf(clip.trackId);
  return moved
    .toSorted((a, b) => layer(a) - layer(b) || a.clip.start - b.clip.start)
    .slice(0, MOST);
}
