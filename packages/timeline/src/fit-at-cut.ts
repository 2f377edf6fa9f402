/** Does a transition of a wanted length fit at a cut, and if not, how much does? */
import type { Clip, Transition } from "./document.ts";
import type { Draft } from "./draft.ts";
import type { EditFailure } from "./failure-codes.ts";
import { frameLength, wholeFrames } from "./frames.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";
import { headHandle, tailHandle } from "./source.ts";
import { handleFrames, maxTransitionFrames, transitionsByEdge } from "./transition-fit.ts";

/**
 * The wanted length in whole frames, one at least. Fails with `transition.no-handle`
 * (`availableFlicks` is the longest that the sources allow, and the handle of each side that
 * ends is given) or `transition.too-long` (the clips themselves are too short).
 */
export function fitAtCut(
  draft: Draft,
  left: Clip,
  right: Clip,
  wantedFlicks: number,
): Result<number, EditFailure> {
  const { rate } = draft.before.settings;
  const frameFlicks = frameLength(rate);
  const duration = Math.max(frameFlicks, wholeFrames(wantedFlicks, rate));
  const others = [...draft.transitions.values()].filter(
    (one: Transition) => !joins(one, left, right),
  );
  const { heads, tails } = transitionsByEdge(others);
  const cut = { left, right, frameFlicks, head: heads.get(left.id), tail: tails.get(right.id) };
  const byHandles = handleFrames(cut) * frameFlicks;
  if (duration > byHandles) {
    const [leftHandle, rightHandle] = [tailHandle(left), headHandle(right)];
    return fail("transition.no-handle", {
      availableFlicks: byHandles,
      ...(Number.isFinite(leftHandle) ? { leftHandleFlicks: leftHandle } : {}),
      ...(Number.isFinite(rightHandle) ? { rightHandleFlicks: rightHandle } : {}),
    });
  }
  const availableFlicks = maxTransitionFrames(cut) * frameFlicks;
  if (duration > availableFlicks) return fail("transition.too-long", { availableFlicks });
  return ok(duration);
}

function joins(transition: Transition, left: Clip, right: Clip): boolean {
  return transition.leftClipId === left.id && transition.rightClipId === right.id;
}
