/**
 * Cuts a cue in two at a place in its text. The second one begins when its first word is said;
 * without times of words, when that share of the text is through.
 *
 *     before  [Hello there.]       after  [Hello][there.]
 *
 * Failures: `clip.missing`, `clip.kind`, `split.outside` (a side would have no text, or no
 * frame), `track.locked`.
 */
import { z } from "zod";
import type { CaptionWord } from "../captions/caption.ts";
import { entityId } from "../document.ts";
import type { CaptionClip, ProjectDocument } from "../document.ts";
import { closeDraft, freshIds, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { frameLength, wholeFrames } from "../frames.ts";
import { lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import type { Flicks } from "../time.ts";
import { idBase } from "./fields.ts";

export const splitCaptionArgs = z.strictObject({
  type: z.literal("split-caption"),
  clipId: entityId,
  /** In UTF-16 units of the text. */
  at: z.int().positive(),
  idBase,
});

/** The words of text [from, to), counted from there, and from `byFlicks`. */
function wordsWithin(
  words: readonly CaptionWord[] | undefined,
  range: { readonly from: number; readonly to: number },
  byFlicks: Flicks,
): Pick<CaptionClip, "words"> {
  const kept = (words ?? [])
    .filter((word) => word.from >= range.from && word.to <= range.to)
    .map((word) => ({
      at: Math.max(0, word.at - byFlicks),
      from: word.from - range.from,
      to: word.to - range.from,
    }));
  return kept.length === 0 ? {} : { words: kept };
}

export function splitCaption(
  document: ProjectDocument,
  args: z.infer<typeof splitCaptionArgs>,
): EditResult {
  const cue = lookUp(document.clips, args.clipId);
  if (!cue) return fail("clip.missing", { clipId: args.clipId });
  if (cue.kind !== "caption") return fail("clip.kind", { clipId: cue.id });
  const [left, right] = [cue.text.slice(0, args.at), cue.text.slice(args.at)];
  const { rate } = document.settings;
  const frame = frameLength(rate);
  const said = cue.words?.find((word) => word.from >= args.at)?.at;
  const share = (cue.duration * args.at) / Math.max(1, cue.text.length);
  const offset = wholeFrames(said ?? share, rate);
  const fits = offset >= frame && cue.duration - offset >= frame;
  if (left.trim() === "" || right.trim() === "" || !fits) {
    return fail("split.outside", { clipId: cue.id });
  }
  const draft = openDraft(document);
  const { words, ...rest } = cue;
  const from = cue.text.length - right.trimStart().length;
  const first: CaptionClip = {
    ...rest,
    duration: offset,
    text: left.trimEnd(),
    fadeIn: Math.min(cue.fadeIn, offset),
    fadeOut: 0,
    ...wordsWithin(words, { from: 0, to: left.trimEnd().length }, 0),
  };
  const second: CaptionClip = {
    ...rest,
    id: freshIds(draft, args.idBase)(),
    linkId: null,
    start: cue.start + offset,
    duration: cue.duration - offset,
    text: right.trimStart(),
    fadeIn: 0,
    fadeOut: Math.min(cue.fadeOut, cue.duration - offset),
    ...wordsWithin(words, { from, to: cue.text.length }, offset),
  };
  putClips(draft, [first, second]);
  return closeDraft(draft);
}
