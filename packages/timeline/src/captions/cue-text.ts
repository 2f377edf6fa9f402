/** The text of a cue: tags out, entities in, times of words kept. */
import type { Flicks } from "../time.ts";
import type { CaptionWord } from "./caption.ts";

/** A stretch of text, and when it begins to be said, after the cue's start; null: not timed. */
export interface TimedPiece {
  readonly text: string;
  readonly at: Flicks | null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  lrm: "\u200e",
  rlm: "\u200f",
};

function characterOf(code: number, whole: string): string {
  const drawable = code > 31 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return drawable ? String.fromCodePoint(code) : whole;
}

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (decimal !== undefined) return characterOf(Number(decimal), whole);
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16), whole);
    return ENTITIES[(name ?? "").toLowerCase()] ?? whole;
  });
}

/** Tags of SRT and WebVTT, and the braces that players borrowed from ASS. */
export function withoutTags(text: string): string {
  return text.replaceAll(/<\/?[a-z][^<>]*>|\{\\[^{}]*\}/gi, "");
}

/** Spaces at the ends of lines and empty lines at the ends of the text say nothing. */
function tidy(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}

/**
 * One text out of pieces, and the words among them. A word is a piece that is timed and shows
 * something; its place is found in the tidied text, in order.
 */
export function joinPieces(pieces: readonly TimedPiece[]): {
  readonly text: string;
  readonly words: readonly CaptionWord[];
} {
  const text = tidy(pieces.map((piece) => piece.text).join(""));
  const words: CaptionWord[] = [];
  let from = 0;
  for (const piece of pieces) {
    const shown = piece.text.trim();
    if (shown === "") continue;
    const place = text.indexOf(shown, from);
    if (place === -1) continue;
    from = place + shown.length;
    const before = words.at(-1)?.at ?? -1;
    if (piece.at !== null && piece.at > before) words.push({ at: piece.at, from: place, to: from });
  }
  return { text, words };
}
