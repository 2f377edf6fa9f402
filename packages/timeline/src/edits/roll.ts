/**
 * Moves the cut between two clips that touch; what surrounds them stays.
 *
 *     before  [AAAA][BBBB][C]      2 frames to the right
 *     after   [AAAAAA][BB][C]
 *
 * Failures: `clip.missing`, `cut.not-touching`, `track.locked`.
 */
import { z } from "zod";
import { clampDelta } from "../bounds.ts";
import { tailRoom } from "../compound/sequences.ts";
import { entityId } from "../document.ts";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { frameLength, wholeFrames } from "../frames.ts";
import { fail, ok } from "../result.ts";
import { selectClips } from "../select-clips.ts";
import { clipEnd, headHandle, recut } from "../source.ts";
import { linked } from "./fields.ts";

export const rollArgs = z.strictObject({
  type: z.literal("roll"),
  leftClipId: entityId,
  rightClipId: entityId,
  deltaFlicks: z.int(),
  linked,
});

interface Cut {
  readonly left: Clip;
  readonly right: Clip;
}

/** Cuts at the same time between the link partners of both. */
function cutsAt(time: number, lefts: readonly Clip[], rights: readonly Clip[]): Cut[] {
  return lefts.flatMap((left) => {
    if (clipEnd(left) !== time) return [];
    const right = rights.find((clip) => clip.trackId === left.trackId && clip.start === time);
    return right ? [{ left, right }] : [];
  });
}

export function roll(document: ProjectDocument, args: z.infer<typeof rollArgs>): EditResult {
  const lefts = selectClips(document, [args.leftClipId], args.linked);
  if (!lefts.ok) return lefts;
  const rights = selectClips(document, [args.rightClipId], args.linked);
  if (!rights.ok) return rights;
  const [left] = lefts.value;
  const [right] = rights.value;
  if (!left || !right || left.trackId !== right.trackId || clipEnd(left) !== right.start) {
    return fail("cut.not-touching", { leftClipId: args.leftClipId, rightClipId: args.rightClipId });
  }
  const cuts = cutsAt(right.start, lefts.value, rights.value);
  const { rate } = document.settings;
  const frame = frameLength(rate);
  const delta = clampDelta(
    wholeFrames(args.deltaFlicks, rate),
    cuts.map((cut) => ({
      least: -Math.min(cut.left.duration - frame, headHandle(cut.right)),
      most: Math.min(tailRoom(document, cut.left), cut.right.duration - frame),
    })),
    cuts.flatMap((cut) => [cut.left, cut.right]),
    rate,
  );
  if (delta === 0) return ok(document);
  const draft = openDraft(document);
  for (const cut of cuts) {
    const time = cut.right.start + delta;
    putClips(draft, [
      recut(cut.left, cut.left.start, time),
      recut(cut.right, time, clipEnd(cut.right)),
    ]);
  }
  return closeDraft(draft);
}
