/**
 * Moves a clip along; the neighbours that touch it give and take its room, a gap simply
 * shrinks or grows. The clip itself shows the same.
 *
 *     before  [AAAA][XX][BBBB]     2 frames to the right
 *     after   [AAAAAA][XX][BB]
 *
 * Failures: `clip.missing`, `track.locked`.
 */
import { z } from "zod";
import { clampDelta } from "../bounds.ts";
import type { Bounds } from "../bounds.ts";
import { entityId } from "../document.ts";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { frameLength, wholeFrames } from "../frames.ts";
import { clipsOnTrack } from "../queries.ts";
import { ok } from "../result.ts";
import { selectClips } from "../select-clips.ts";
import { clipEnd, headHandle, recut, tailHandle } from "../source.ts";
import { linked } from "./fields.ts";

export const slideArgs = z.strictObject({
  type: z.literal("slide"),
  clipId: entityId,
  deltaFlicks: z.int(),
  linked,
});

interface Sliding {
  readonly clip: Clip;
  /** The neighbours that touch the clip. */
  readonly left: Clip | null;
  readonly right: Clip | null;
  readonly bounds: readonly Bounds[];
}

/** A neighbour that slides too (it is in `ids`) neither gives nor bounds anything. */
function sliding(document: ProjectDocument, clip: Clip, ids: ReadonlySet<string>): Sliding {
  const clips = clipsOnTrack(document, clip.trackId);
  const place = clips.indexOf(clip);
  const frame = frameLength(document.settings.rate);
  const [before, next] = [clips[place - 1], clips[place + 1]];
  const bounds: Bounds[] = [];
  const left = before && !ids.has(before.id) && clipEnd(before) === clip.start ? before : null;
  if (left) bounds.push({ least: frame - left.duration, most: tailHandle(left) });
  else if (!before || !ids.has(before.id)) {
    const gap = clip.start - (before ? clipEnd(before) : 0);
    bounds.push({ least: -gap, most: Number.POSITIVE_INFINITY });
  }
  const right = next && !ids.has(next.id) && next.start === clipEnd(clip) ? next : null;
  if (right) bounds.push({ least: -headHandle(right), most: right.duration - frame });
  else if (next && !ids.has(next.id)) {
    bounds.push({ least: Number.NEGATIVE_INFINITY, most: next.start - clipEnd(clip) });
  }
  return { clip, left, right, bounds };
}

export function slide(document: ProjectDocument, args: z.infer<typeof slideArgs>): EditResult {
  const selected = selectClips(document, [args.clipId], args.linked);
  if (!selected.ok) return selected;
  const ids = new Set(selected.value.map((clip) => clip.id));
  const all = selected.value.map((clip) => sliding(document, clip, ids));
  const { rate } = document.settings;
  const delta = clampDelta(
    wholeFrames(args.deltaFlicks, rate),
    all.flatMap((one) => one.bounds),
    all.flatMap(({ clip, left, right }) => [clip, left ?? clip, right ?? clip]),
    rate,
  );
  if (delta === 0) return ok(document);
  const draft = openDraft(document);
  // A clip between two sliding ones gives on one side and takes on the other, so read it anew.
  const current = (clip: Clip) => draft.clips.get(clip.id) ?? clip;
  for (const { clip, left, right } of all) {
    const start = clip.start + delta;
    putClips(draft, [{ ...clip, start }]);
    if (left) putClips(draft, [recut(current(left), current(left).start, start)]);
    if (right) {
      putClips(draft, [recut(current(right), start + clip.duration, clipEnd(current(right)))]);
    }
  }
  return closeDraft(draft);
}
