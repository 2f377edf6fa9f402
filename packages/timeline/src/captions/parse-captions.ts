/** A caption file of any of the three kinds to cues. */
import { fail, ok } from "../result.ts";
import type { Failure, Result } from "../result.ts";
import { parseAss } from "./parse-ass.ts";
import { parseTimedLines } from "./parse-timed-lines.ts";
import type { CaptionFormat, Cue } from "./cue.ts";

/** A text file of captions is never larger: 24 h of them are not. */
export const MAX_CAPTION_BYTES = 20 * 1024 * 1024;

export interface ParsedCaptions {
  readonly format: CaptionFormat;
  /** By time; the earlier in the file first when two begin together. */
  readonly cues: readonly Cue[];
  /** Cues without text or length, which are left out. */
  readonly dropped: number;
}

/** By what it says, because names of files lie. */
function formatOf(text: string): CaptionFormat {
  if (/^\s*WEBVTT(?:\s|$)/.test(text)) return "vtt";
  return /^\s*\[(?:script info|events|v4\+? styles)\]/im.test(text) ? "ass" : "srt";
}

/** Fails with `captions.none` when there is not one cue with text. */
export function parseCaptions(text: string): Result<ParsedCaptions, Failure<"captions.none">> {
  const lines = text
    .replace(/^\ufeff/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\0", "");
  const format = formatOf(lines);
  const all = format === "ass" ? parseAss(lines) : parseTimedLines(lines, format);
  const cues = all
    .filter((cue) => cue.end > cue.start && cue.text !== "")
    .toSorted((a, b) => a.start - b.start);
  return cues.length === 0
    ? fail("captions.none")
    : ok({ format, cues, dropped: all.length - cues.length });
}
