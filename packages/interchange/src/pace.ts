/** One number for how fast a clip runs, for formats that have no more. */
import { paceOf, sourceElapsedFlicks } from "@cutroom/timeline";
import type { MediaClip, Rate } from "@cutroom/timeline";

const MOST_TERM = 10_000;

/** The simplest fraction that is the float, or nearest to it with terms of at most 10,000. */
export function fractionOf(float: number): Rate {
  let [before, last] = [
    { n: 0, d: 1 },
    { n: 1, d: 0 },
  ];
  let rest = float;
  for (let step = 0; step < 40; step += 1) {
    const whole = Math.floor(rest);
    const next = { n: whole * last.n + before.n, d: whole * last.d + before.d };
    if (next.n > MOST_TERM || next.d > MOST_TERM) break;
    [before, last] = [last, next];
    if (last.n / last.d === float || rest === whole) break;
    rest = 1 / (rest - whole);
  }
  return last;
}

/** The clip's speed; of a ramp, the mean of it, so that the same stretch of source is read. */
export function meanSpeed(clip: MediaClip): Rate {
  if (clip.speedKeys === undefined) return clip.speed;
  return fractionOf(sourceElapsedFlicks(paceOf(clip), clip.duration) / clip.duration);
}
