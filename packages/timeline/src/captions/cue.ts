/** Cues as files have them: any times, in any order, over one another. */
import type { Flicks } from "../time.ts";
import type { CaptionWord } from "./caption.ts";

export const CAPTION_FORMATS = ["srt", "vtt", "ass"] as const;
export type CaptionFormat = (typeof CAPTION_FORMATS)[number];

export interface Cue {
  readonly start: Flicks;
  readonly end: Flicks;
  /** Lines are separated by "\n"; no tags. */
  readonly text: string;
  /** Empty: the file does not time words. */
  readonly words: readonly CaptionWord[];
}

export const FLICKS_PER_MS = 705_600;

/** Digits of a fraction of a second, as many as there are: "5" is half a second. */
export function fractionFlicks(digits: string): Flicks {
  return Number(digits.padEnd(3, "0").slice(0, 3)) * FLICKS_PER_MS;
}

export function clockFlicks(hours: number, minutes: number, seconds: number): Flicks {
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 * FLICKS_PER_MS;
}
