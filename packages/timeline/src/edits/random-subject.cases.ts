import { FRAME } from "../lanes.cases.ts";
import type { ProjectDocument } from "../document.ts";
import { someClips, touching } from "./random-parts.cases.ts";
import type { Dice } from "./random-parts.cases.ts";

const SCOPES = ["track", "all"] as const;

/** What an edit is about, chosen before it is known which edit it is. */
export function subjectOf(document: ProjectDocument, roll: Dice, count: number) {
  const clipIds = someClips(document, roll);
  const clipId = clipIds[0] ?? "nobody";
  const deltaFlicks = roll.int(-40, 40) * FRAME + roll.of([0, 0, 1, -FRAME / 2]);
  const linked = roll.of([true, true, false]);
  const trackId = roll.of([...document.trackOrder, "nowhere"]);
  const scope = roll.of(SCOPES);
  const transitionId = roll.of([...Object.keys(document.transitions), "nobody"]);
  const [leftClipId, rightClipId] = roll.of([["nobody", clipId], ...touching(document)] as [
    string,
    string,
  ][]);
  const cues = Object.values(document.clips).filter((clip) => clip.kind === "caption");
  const cueIds = ["nobody", ...cues.map((clip) => clip.id)];
  return {
    document,
    roll,
    clipIds,
    clipId,
    deltaFlicks,
    idBase: `made-${count}`,
    linked,
    trackId,
    scope,
    transitionId,
    leftClipId,
    rightClipId,
    cueIds,
  };
}
export type Subject = ReturnType<typeof subjectOf>;
