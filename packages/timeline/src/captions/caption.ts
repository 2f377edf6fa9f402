/** What captions have that titles have not: a place on the frame, and words with times. */
import { z } from "zod";
import { flicks } from "../time.ts";

const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** Part of a caption track's style. */
export const captionPlacement = {
  /** Which line of the frame the text hangs from, and which edge of the text lies there. */
  anchor: z.enum(["top", "middle", "bottom"]),
  /** Distance of that edge from the frame's same edge, as a share of its height. */
  margin: z.number().min(0).max(0.5),
  /** Lines are broken to stay within this share of the frame's width. */
  maxWidth: z.number().min(0.1).max(1),
  /** Of the word that is being said; null: no word stands out. */
  highlightColour: colour.nullable(),
};

/** A word is lit from its time until the next one's, or to the end of its cue. */
export const captionWord = z.strictObject({
  /** After the cue's start. */
  at: flicks.nonnegative(),
  /** Its place in the cue's text, in UTF-16 units; half-open. */
  from: z.int().nonnegative(),
  to: z.int().positive(),
});
export type CaptionWord = z.infer<typeof captionWord>;

/** Do the words lie in the text, in order, inside the cue? (T16) */
export function wordsFit(
  words: readonly CaptionWord[],
  text: string,
  durationFlicks: number,
): boolean {
  let end = 0;
  let at = -1;
  for (const word of words) {
    if (word.from < end || word.to <= word.from || word.to > text.length) return false;
    if (word.at <= at || word.at >= durationFlicks) return false;
    end = word.to;
    at = word.at;
  }
  return true;
}

/** The words that are left when the cue begins `byFlicks` later and lasts `durationFlicks`. */
export function shiftedWords(
  words: readonly CaptionWord[],
  byFlicks: number,
  durationFlicks: number,
): CaptionWord[] {
  const kept: CaptionWord[] = [];
  for (const word of words) {
    const at = Math.max(0, word.at - byFlicks);
    if (at >= durationFlicks) break;
    // Of the words that began before the new start only the last one is still being said.
    if (at === 0 && kept.at(-1)?.at === 0) kept.pop();
    kept.push({ ...word, at });
  }
  return kept;
}
