import { ceilToFrame, floorToFrame, frameLength } from "../frames.ts";
import { FLICKS_PER_SECOND, snapToFrame } from "../time.ts";
import type { Flicks, Rate } from "../time.ts";

export const PACES = ["calm", "steady", "lively"] as const;
export type Pace = (typeof PACES)[number];

/** How long a shot is at each pace: in beats where there is a pulse, else in seconds. */
const SHOTS: Readonly<Record<Pace, { readonly beats: number; readonly seconds: number }>> = {
  calm: { beats: 8, seconds: 4.5 },
  steady: { beats: 4, seconds: 2.5 },
  lively: { beats: 2, seconds: 1.2 },
};
/** Beats faster than this are counted in pairs: nobody sees so short a shot. */
const SHORTEST_SHOT_S = 0.4;
/** Every so many shots one lasts twice as long, so that the cutting breathes. */
const LONG_SHOT_CHANCE = 0.22;

/** Where beats are too close together for the pace, only every second, fourth ... one. */
function strideOf(beats: readonly Flicks[], pace: Pace): number {
  const wanted = SHOTS[pace].beats;
  const [first = 0] = beats;
  const span = (beats.at(-1) ?? first) - first;
  const beat = span / Math.max(1, beats.length - 1);
  if (beat === 0) return wanted;
  const tooShort = (SHORTEST_SHOT_S * FLICKS_PER_SECOND) / (beat * wanted);
  return wanted * 2 ** Math.max(0, Math.ceil(Math.log2(tooShort)));
}

function* beatCuts(beats: readonly Flicks[], pace: Pace, chance: () => number): Generator<Flicks> {
  const stride = strideOf(beats, pace);
  for (let index = stride; ; index += chance() < LONG_SHOT_CHANCE ? 2 * stride : stride) {
    const beat = beats[index];
    if (beat === undefined) return;
    yield beat;
  }
}

function* evenCuts(from: Flicks, pace: Pace, chance: () => number): Generator<Flicks> {
  const shot = SHOTS[pace].seconds * FLICKS_PER_SECOND;
  for (let at = from; ;) {
    at += shot * (chance() < LONG_SHOT_CHANCE ? 2 : 0.8 + 0.4 * chance());
    yield at;
  }
}

/**
 * Where to cut, from 0 to `lengthFlicks`, both among the answer, on whole frames of `rate`. Cuts
 * lie on the frame nearest to a beat as long as there are beats, and go on evenly after the last.
 */
export function cutGrid(wanted: {
  readonly beats: readonly Flicks[];
  readonly lengthFlicks: Flicks;
  readonly pace: Pace;
  readonly rate: Rate;
  /** Numbers from 0 to 1; the same ones give the same cuts. */
  readonly chance: () => number;
}): readonly Flicks[] {
  const { rate, pace, chance } = wanted;
  const end = floorToFrame(wanted.lengthFlicks, rate);
  const shortest = Math.max(
    frameLength(rate),
    ceilToFrame(SHORTEST_SHOT_S * FLICKS_PER_SECOND, rate),
  );
  const cuts: Flicks[] = [0];
  const take = (times: Iterable<Flicks>) => {
    for (const time of times) {
      const at = snapToFrame(time, rate);
      if (at > end - shortest) return;
      if (at - (cuts.at(-1) ?? 0) >= shortest) cuts.push(at);
    }
  };
  take(beatCuts(wanted.beats, pace, chance));
  take(evenCuts(cuts.at(-1) ?? 0, pace, chance));
  if (end > 0) cuts.push(end);
  return cuts;
}
