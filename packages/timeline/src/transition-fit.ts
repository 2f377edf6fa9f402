/**
 * How long a transition may be. One of n frames starts floor(n / 2) before the cut and ends
 * ceil(n / 2) after it, as the compiler draws it.
 */
import type { Clip, Transition } from "./document.ts";
import { headHandle, tailHandle } from "./source.ts";
import type { Flicks } from "./time.ts";

/** The part of a transition that lies before the cut, in flicks. */
function beforeCut(transition: Transition, frameFlicks: Flicks): Flicks {
  return Math.floor(transition.duration / frameFlicks / 2) * frameFlicks;
}

/** The part of a transition that lies after the cut, in flicks. */
function afterCut(transition: Transition, frameFlicks: Flicks): Flicks {
  return transition.duration - beforeCut(transition, frameFlicks);
}

/** Transitions by the clip whose head (the right clip) or tail (the left clip) they cover. */
export function transitionsByEdge(transitions: Iterable<Transition>): {
  readonly heads: Map<string, Transition>;
  readonly tails: Map<string, Transition>;
} {
  const heads = new Map<string, Transition>();
  const tails = new Map<string, Transition>();
  for (const transition of transitions) {
    heads.set(transition.rightClipId, transition);
    tails.set(transition.leftClipId, transition);
  }
  return { heads, tails };
}

export interface Cut {
  readonly left: Clip;
  readonly right: Clip;
  readonly frameFlicks: Flicks;
  /** The transition at the left clip's other edge. */
  readonly head: Transition | undefined;
  /** The transition at the right clip's other edge. */
  readonly tail: Transition | undefined;
}

/** Frames that fit at the cut by the sources' handles alone; may be infinite. None at a compound clip. */
export function handleFrames({ left, right, frameFlicks }: Cut): number {
  if (left.kind === "compound" || right.kind === "compound") return 0;
  const after = Math.floor(tailHandle(left) / frameFlicks);
  const before = Math.floor(headHandle(right) / frameFlicks);
  return Math.min(2 * after, 2 * before + 1);
}

/** Frames that fit at the cut by handles and by the clips' own lengths; 0 when none does. */
export function maxTransitionFrames(cut: Cut): number {
  const { left, right, frameFlicks, head, tail } = cut;
  const leftRoom = left.duration - (head ? afterCut(head, frameFlicks) : 0);
  const rightRoom = right.duration - (tail ? beforeCut(tail, frameFlicks) : 0);
  const before = Math.floor(leftRoom / frameFlicks);
  const after = Math.floor(rightRoom / frameFlicks);
  return Math.max(0, Math.min(handleFrames(cut), 2 * before + 1, 2 * after));
}
