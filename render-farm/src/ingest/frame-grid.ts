/**
 * From decoded time stamps to a constant frame rate: either the one the file really has, or
 * the one it is conformed to. Everything later counts frames on this grid.
 */
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { Rate } from "@cutroom/timeline";

export const MAX_FPS = 120;
/** Irregular or absurd rates are conformed to at most this. */
const MAX_CONFORMED_FPS = 60;

/** Less than any clock's tick, more than the rounding of doubles in a day's film. */
const EXACT_S = 0.000_001;

const COMMON: readonly Rate[] = [
  { n: 24_000, d: 1001 },
  { n: 24, d: 1 },
  { n: 25, d: 1 },
  { n: 30_000, d: 1001 },
  { n: 30, d: 1 },
  { n: 48, d: 1 },
  { n: 50, d: 1 },
  { n: 60_000, d: 1001 },
  { n: 60, d: 1 },
  { n: 10, d: 1 },
  { n: 12, d: 1 },
  { n: 15, d: 1 },
  { n: 20, d: 1 },
  { n: 90, d: 1 },
  { n: 100, d: 1 },
  { n: 120_000, d: 1001 },
  { n: 120, d: 1 },
];

export interface FrameGrid {
  readonly rate: Rate;
  /** True when every frame already lies on the grid, one frame per place. */
  readonly constant: boolean;
  readonly firstS: number;
  /** From the first frame's start to the last frame's end. */
  readonly durationS: number;
}

const fps = (rate: Rate) => rate.n / rate.d;

/** A rate that flicks can count without rounding and that is not absurd. */
export function isUsableRate(rate: Rate): boolean {
  const whole = Number.isInteger((FLICKS_PER_SECOND * rate.d) / rate.n);
  return whole && fps(rate) >= 1 && fps(rate) <= MAX_FPS;
}

function fits(ticks: readonly number[], tickS: number, rate: Rate): boolean {
  // Both the first and the compared stamp were rounded to the container's clock.
  const toleranceS = tickS * 1.05 + 0.000_02;
  const first = ticks[0] ?? 0;
  const frameS = rate.d / rate.n;
  const allWithin = (limitS: number) =>
    ticks.every((tick, index) => Math.abs((tick - first) * tickS - index * frameS) <= limitS);
  // A clock of few ticks a frame rounds too much to be believed, unless it has nothing to round.
  return toleranceS < frameS / 2 ? allWithin(toleranceS) : allWithin(EXACT_S);
}

function medianDelta(ticks: readonly number[]): number {
  const deltas = ticks
    .slice(1)
    .map((tick, index) => tick - (ticks[index] ?? 0))
    .filter((delta) => delta > 0)
    .toSorted((a, b) => a - b);
  return deltas[Math.floor(deltas.length / 2)] ?? 0;
}

function nearestCommon(target: number): Rate {
  const wanted = Math.min(target, MAX_CONFORMED_FPS);
  const distance = (rate: Rate) => Math.abs(Math.log(fps(rate) / wanted));
  return COMMON.filter((rate) => fps(rate) <= MAX_CONFORMED_FPS).reduce((best, rate) =>
    distance(rate) < distance(best) - 1e-9 ? rate : best,
  );
}

/**
 * `claimed` are the rates that the container gives, best first. `ticks` must be sorted and
 * not empty; `lastDuration` is 0 when unknown.
 */
export function frameGrid(
  scan: { readonly ticks: readonly number[]; readonly lastDuration: number },
  timeBase: Rate,
  claimed: readonly Rate[],
): FrameGrid {
  const { ticks } = scan;
  const tickS = timeBase.n / timeBase.d;
  const first = ticks[0] ?? 0;
  const spanS = ((ticks.at(-1) ?? first) - first) * tickS;
  const usable = claimed.filter(isUsableRate);
  const firstS = first * tickS;
  if (ticks.length === 1) {
    const rate = usable[0] ?? { n: 30, d: 1 };
    return { rate, constant: true, firstS, durationS: rate.d / rate.n };
  }
  const exact = [...usable, ...COMMON].find((rate) => fits(ticks, tickS, rate));
  if (exact !== undefined) {
    const durationS = (ticks.length * exact.d) / exact.n;
    return { rate: exact, constant: true, firstS, durationS };
  }
  const typicalS = medianDelta(ticks) * tickS;
  const rate = nearestCommon(typicalS > 0 ? 1 / typicalS : 30);
  // A last frame longer than a few others is a container's guess, not a held picture.
  const lastS = scan.lastDuration * tickS;
  const heldS = lastS > 0 && lastS <= 10 * typicalS ? lastS : typicalS;
  return { rate, constant: false, firstS, durationS: spanS + heldS };
}
