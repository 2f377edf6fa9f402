/** Cues of a file onto a track: on frames, one at a time. */
import { frameLength } from "../frames.ts";
import { FLICKS_PER_SECOND, snapToFrame } from "../time.ts";
import type { Flicks, Rate } from "../time.ts";
import { shiftedWords } from "./caption.ts";
import type { CaptionWord } from "./caption.ts";
import type { Cue } from "./cue.ts";

/** A cue as it can lie on a track. */
export interface PlacedCue {
  readonly start: Flicks;
  readonly duration: Flicks;
  readonly text: string;
  readonly words?: CaptionWord[];
}

/** Two cues that overlap by less were not meant to: the first one ends earlier. */
const SLIP = FLICKS_PER_SECOND / 4;

function onFrames(cues: readonly Cue[], rate: Rate): Cue[] {
  const frame = frameLength(rate);
  return cues.map((cue) => {
    const start = snapToFrame(cue.start, rate);
    return { ...cue, start, end: Math.max(start + frame, snapToFrame(cue.end, rate)) };
  });
}

/** Without the small overlaps of careless timing; a cue keeps a frame at least. */
function withoutSlips(cues: readonly Cue[], frame: Flicks): Cue[] {
  return cues.map((cue, index) => {
    const next = cues[index + 1];
    const slips = next !== undefined && cue.end > next.start && cue.end - next.start < SLIP;
    return slips && next.start - cue.start >= frame && next.end > cue.end
      ? { ...cue, end: next.start }
      : cue;
  });
}

function timed(cue: Cue, start: Flicks, end: Flicks): PlacedCue {
  const words = shiftedWords(cue.words, start - cue.start, end - start);
  const placed = { start, duration: end - start, text: cue.text };
  return words.length === 0 ? placed : { ...placed, words };
}

/**
 * Cues by time, none over another, each on whole frames of `rate`. Where several are shown at
 * once they become one cue with a line for each, for as long as that lasts; such a cue has no
 * times of words.
 */
export function layOutCues(cues: readonly Cue[], rate: Rate): PlacedCue[] {
  const frame = frameLength(rate);
  const ordered = onFrames(cues, rate).toSorted((a, b) => a.start - b.start || a.end - b.end);
  const inTime = withoutSlips(ordered, frame);
  const edges = [...new Set(inTime.flatMap((cue) => [cue.start, cue.end]))].toSorted(
    (a, b) => a - b,
  );
  const placed: PlacedCue[] = [];
  let shown: Cue[] = [];
  let next = 0;
  for (const [index, start] of edges.entries()) {
    const end = edges[index + 1];
    if (end === undefined) break;
    shown = shown.filter((cue) => cue.end > start);
    for (let cue = inTime[next]; cue && cue.start <= start; cue = inTime[next]) {
      shown.push(cue);
      next += 1;
    }
    const [only, ...others] = shown;
    if (!only) continue;
    if (others.length === 0) placed.push(timed(only, start, end));
    else
      placed.push({ start, duration: end - start, text: shown.map((cue) => cue.text).join("\n") });
  }
  return joinEqual(placed);
}

/** A cue that was cut only where another one of the same text began is whole again. */
function joinEqual(placed: readonly PlacedCue[]): PlacedCue[] {
  const joined: PlacedCue[] = [];
  for (const cue of placed) {
    const last = joined.at(-1);
    const same = last && last.text === cue.text && last.start + last.duration === cue.start;
    if (same && !cue.words && !last.words) {
      joined[joined.length - 1] = { ...last, duration: last.duration + cue.duration };
    } else joined.push(cue);
  }
  return joined;
}
