/**
 * Holds the frame on screen at a time: the clip is cut there, what comes after it on its track
 * and on those of its link partners moves on, and a frozen clip F fills the room. It looks as
 * the clip does at that moment, and is silent.
 *
 *     before  [AAAAAAAA][BB]       after  [AAA][FFFF][A'A'A'][BB]
 *
 * At a clip's first frame nothing is cut. Failures: `clip.missing`, `clip.kind` (no film that
 * runs is among the clips), `split.outside`, `track.locked`, `edit.breaks-rule`.
 */
import { z } from "zod";
import { splitInDraft } from "../carve.ts";
import type { Clip, MediaClip, ProjectDocument } from "../document.ts";
import { closeDraft, freshIds, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { frameLength, wholeFrames } from "../frames.ts";
import { lookAt, poseAt } from "../keys.ts";
import { fail } from "../result.ts";
import { ripple } from "../ripple.ts";
import { selectClips } from "../select-clips.ts";
import { clipEnd, paceOf, pacedSourceSpan, readsSource } from "../source.ts";
import { floorDiv, sourceElapsed } from "../speed-ramp.ts";
import { snapToFrame } from "../time.ts";
import type { Flicks } from "../time.ts";
import { clipIds, idBase, linked } from "./fields.ts";

export const freezeFrameArgs = z.strictObject({
  type: z.literal("freeze-frame"),
  clipIds,
  atFlicks: z.int().nonnegative(),
  durationFlicks: z.int().positive(),
  idBase,
  linked,
});

type Film = MediaClip & { readonly sourceDuration: number };

function isFilm(clip: Clip): clip is Film {
  return readsSource(clip) && clip.mediaKind === "video";
}

/** A source time inside the frame that the clip shows `at` flicks after its start. */
function sourceShownAt(clip: Film, at: Flicks, frameFlicks: Flicks): Flicks {
  const pace = paceOf(clip);
  const elapsed = (time: Flicks) => sourceElapsed(pace, { n: BigInt(time), d: 1n });
  const top = clip.sourceStart + pacedSourceSpan(clip.duration, pace);
  const [now, next] = [elapsed(at), elapsed(at + frameFlicks)];
  // Up, as everywhere: a hair early would be the frame before.
  const shown = clip.reversed
    ? top - Number(floorDiv(next.n, next.d))
    : clip.sourceStart - Number(floorDiv(-now.n, now.d));
  return Math.max(0, Math.min(clip.sourceDuration - 1, shown));
}

function held(clip: Film, time: Flicks, frameFlicks: Flicks) {
  const { keys: _keys, look: _look, speedKeys: _pace, reversed: _back, audio, ...rest } = clip;
  const { opacity, ...transform } = poseAt(clip, time - clip.start);
  const look = lookAt(clip, time - clip.start);
  return {
    ...rest,
    ...(look && { look }),
    start: time,
    linkId: null,
    sourceStart: sourceShownAt(clip, time - clip.start, frameFlicks),
    speed: { n: 1, d: 1 },
    frozen: true as const,
    transform,
    opacity,
    fadeIn: 0,
    fadeOut: 0,
    audio: { gainDb: audio.gainDb, muted: audio.muted, fadeIn: 0, fadeOut: 0 },
  };
}

export function freezeFrame(
  document: ProjectDocument,
  args: z.infer<typeof freezeFrameArgs>,
): EditResult {
  const selected = selectClips(document, args.clipIds, args.linked);
  if (!selected.ok) return selected;
  const { rate } = document.settings;
  const frame = frameLength(rate);
  const time = snapToFrame(args.atFlicks, rate);
  const duration = Math.max(frame, wholeFrames(args.durationFlicks, rate));
  const here = selected.value.filter((clip) => clip.start <= time && clipEnd(clip) > time);
  if (here.length === 0) return fail("split.outside", { atFlicks: time });
  const [first] = args.clipIds;
  if (!here.some(isFilm)) return fail("clip.kind", { clipId: first ?? "" });
  const draft = openDraft(document);
  const fresh = freshIds(draft, args.idBase);
  const groups = new Map<string, string>();
  for (const clip of here.filter((one) => one.start < time)) {
    const { linkId } = clip;
    if (linkId !== null && !groups.has(linkId)) groups.set(linkId, fresh());
    const group = linkId === null ? null : (groups.get(linkId) ?? null);
    splitInDraft(draft, clip, time, { id: fresh(), linkId: group });
  }
  for (const trackId of new Set(here.map((clip) => clip.trackId))) {
    ripple(draft, { trackId, fromFlicks: time, deltaFlicks: duration, scope: "track" });
  }
  for (const clip of here.filter(isFilm)) {
    putClips(draft, [{ ...held(clip, time, frame), id: fresh(), duration }]);
  }
  return closeDraft(draft);
}
