/**
 * Cuts clips in two at a time: the named ones with their link partners, or whatever lies there
 * on every unlocked track (`clipIds: null`) but captions, which would be said twice. See E7.
 *
 *     before  [AAAAAAAA]           after  [AAAA][A'A'A']
 *
 * Failures: `clip.missing`, `split.outside` (no clip keeps a frame on both sides),
 * `track.locked`.
 */
import { z } from "zod";
import { canSplit, splitInDraft } from "../carve.ts";
import type { Clip, ProjectDocument } from "../document.ts";
import { closeDraft, freshIds, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { frameLength } from "../frames.ts";
import { lookUp } from "../queries.ts";
import { fail, ok } from "../result.ts";
import { selectClips } from "../select-clips.ts";
import { snapToFrame } from "../time.ts";
import { clipIds, idBase, linked } from "./fields.ts";

export const splitClipArgs = z.strictObject({
  type: z.literal("split-clip"),
  atFlicks: z.int().nonnegative(),
  clipIds: clipIds.nullable(),
  idBase,
  linked,
});

function unlockedClips(document: ProjectDocument): Clip[] {
  return Object.values(document.clips).filter(
    (clip) => clip.kind !== "caption" && lookUp(document.tracks, clip.trackId)?.locked === false,
  );
}

export function splitClip(
  document: ProjectDocument,
  args: z.infer<typeof splitClipArgs>,
): EditResult {
  const { rate } = document.settings;
  const time = snapToFrame(args.atFlicks, rate);
  const selected =
    args.clipIds === null
      ? ok(unlockedClips(document))
      : selectClips(document, args.clipIds, args.linked);
  if (!selected.ok) return selected;
  const crossing = selected.value.filter((clip) => canSplit(clip, time, frameLength(rate)));
  if (crossing.length === 0) return fail("split.outside", { atFlicks: time });
  const draft = openDraft(document);
  const fresh = freshIds(draft, args.idBase);
  const groups = new Map<string, string>();
  for (const clip of crossing) {
    const id = fresh();
    if (clip.linkId !== null && !groups.has(clip.linkId)) groups.set(clip.linkId, fresh());
    const linkId = clip.linkId === null ? null : (groups.get(clip.linkId) ?? null);
    splitInDraft(draft, clip, time, { id, linkId });
  }
  return closeDraft(draft);
}
