/**
 * Makes one cue of two or more that follow one another on a track: their texts with a space
 * between, from the first one's start to the last one's end. The first one keeps its id.
 *
 *     before  [Hello] [there.]     after  [Hello there.]
 *
 * Failures: `clip.missing`, `clip.kind`, `cut.not-touching` (another track, or a cue between
 * them), `track.locked`.
 */
import { z } from "zod";
import { entityId } from "../document.ts";
import type { CaptionClip, ProjectDocument } from "../document.ts";
import { closeDraft, openDraft } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { clipsOnTrack, lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import { clipEnd } from "../source.ts";

export const mergeCaptionsArgs = z.strictObject({
  type: z.literal("merge-captions"),
  clipIds: z.array(entityId).min(2).max(100).readonly(),
});

/** Chinese and Japanese have no spaces between words. */
const NO_SPACE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

function joined(first: CaptionClip, next: CaptionClip): CaptionClip {
  const touching = (first.text.at(-1) ?? "") + (next.text.at(0) ?? "");
  const space = first.text === "" || next.text === "" || NO_SPACE.test(touching) ? "" : " ";
  const by = { at: next.start - first.start, place: first.text.length + space.length };
  const moved = (next.words ?? []).map(({ at, from, to }) => ({
    at: at + by.at,
    from: from + by.place,
    to: to + by.place,
  }));
  const words = first.words && next.words ? [...first.words, ...moved].slice(0, 200) : [];
  const { words: _words, ...rest } = first;
  return {
    ...rest,
    text: first.text + space + next.text,
    duration: clipEnd(next) - first.start,
    fadeOut: next.fadeOut,
    ...(words.length === 0 ? {} : { words }),
  };
}

export function mergeCaptions(
  document: ProjectDocument,
  args: z.infer<typeof mergeCaptionsArgs>,
): EditResult {
  const cues: CaptionClip[] = [];
  for (const clipId of new Set(args.clipIds)) {
    const cue = lookUp(document.clips, clipId);
    if (!cue) return fail("clip.missing", { clipId });
    if (cue.kind !== "caption") return fail("clip.kind", { clipId });
    cues.push(cue);
  }
  cues.sort((a, b) => a.start - b.start);
  const [first, ...others] = cues;
  if (!first) return fail("clip.missing");
  const onTrack = clipsOnTrack(document, first.trackId);
  const place = onTrack.indexOf(first);
  if (cues.some((cue, index) => onTrack[place + index] !== cue)) {
    return fail("cut.not-touching", { clipId: first.id });
  }
  const draft = openDraft(document);
  for (const { id } of others) draft.clips.delete(id);
  let merged = first;
  for (const next of others) merged = joined(merged, next);
  draft.clips.set(merged.id, merged);
  return closeDraft(draft);
}
