import {
  type Flicks,
  type ProjectDocument,
  type Transition,
  framesToFlicks,
} from "@cutroom/timeline";

/** Where a transition lies; null while one of its clips is gone. Half before the cut, rounded down. */
export function transitionSpan(
  document: ProjectDocument,
  transition: Transition,
): { readonly trackId: string; readonly start: Flicks; readonly end: Flicks } | null {
  const right = document.clips[transition.rightClipId];
  if (right === undefined) return null;
  const frame = framesToFlicks(1, document.settings.rate);
  const start = right.start - Math.floor(transition.duration / frame / 2) * frame;
  return { trackId: right.trackId, start, end: start + transition.duration };
}
