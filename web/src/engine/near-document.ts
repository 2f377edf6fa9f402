import type { Flicks, ProjectDocument } from "@cutroom/timeline";

/**
 * The part of a document that a picture at `timeFlicks` can show, with its length kept: clips
 * within `reachFlicks` of that time, and the one that ends last. Dragging in a long project
 * compiles only this; the picture at that time is the same.
 */
export function documentNear(
  document: ProjectDocument,
  timeFlicks: Flicks,
  reachFlicks: Flicks,
): ProjectDocument {
  const clips: Record<string, ProjectDocument["clips"][string]> = {};
  let last: ProjectDocument["clips"][string] | null = null;
  for (const clip of Object.values(document.clips)) {
    const end = clip.start + clip.duration;
    // Captions make no film longer.
    const ends = clip.kind !== "caption";
    if (ends && (last === null || end > last.start + last.duration)) last = clip;
    if (clip.start < timeFlicks + reachFlicks && end > timeFlicks - reachFlicks) {
      clips[clip.id] = clip;
    }
  }
  if (last !== null) clips[last.id] = last;
  const transitions = Object.fromEntries(
    Object.entries(document.transitions).filter(
      ([, { leftClipId, rightClipId }]) =>
        clips[leftClipId] !== undefined && clips[rightClipId] !== undefined,
    ),
  );
  return { ...document, clips, transitions };
}
