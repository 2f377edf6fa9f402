/**
 * Speed that changes over a clip's time. What a clip has read of its source is the integral of its
 * speed, which is computed here and nowhere else, in exact integers: the edits, the FFmpeg graph
 * and the live picture all ask `sourceElapsed`, so they cannot disagree by a frame.
 */
import { z } from "zod";
import { keysOf, valueAt } from "./keys.ts";
import type { Key } from "./keys.ts";
import type { Flicks, Rate } from "./time.ts";

export const MIN_RAMP_PERCENT = 10;
export const MAX_RAMP_PERCENT = 1_000;

/** Per cent of the clip's own `speed`. */
export const speedKeys = keysOf(z.number().min(MIN_RAMP_PERCENT).max(MAX_RAMP_PERCENT));

/** Speed runs straight from one knot to the next and rests outside of them. */
export interface SpeedKnot {
  /** From the clip's start; two knots at one time are a jump. */
  readonly at: Flicks;
  /** A whole number; 100,000 is the clip's own speed. */
  readonly pace: number;
}

/** Whole knots, so that an integral of them has no rounding. */
const PACE_UNIT = 100_000;
/** Straight lines that follow an eased curve between two keys. */
const CURVE_STEPS = 24;

function paceOf(percent: number): number {
  const held = Math.min(MAX_RAMP_PERCENT, Math.max(MIN_RAMP_PERCENT, percent));
  return Math.round((held * PACE_UNIT) / 100);
}

/** The speed `at` flicks after the clip's start, in per cent; a curve that overshoots stays in range. */
export function speedPercentAt(keys: readonly Key[], at: Flicks): number {
  return (paceOf(valueAt(keys, at)) * 100) / PACE_UNIT;
}

/** The keys as straight lines; `keys` in time order. */
export function speedKnots(keys: readonly Key[]): SpeedKnot[] {
  const knots: SpeedKnot[] = [];
  for (const [index, key] of keys.entries()) {
    knots.push({ at: key.at, pace: paceOf(key.value) });
    const next = keys[index + 1];
    if (next === undefined) break;
    if (key.ease === "hold") {
      knots.push({ at: next.at, pace: paceOf(key.value) });
      continue;
    }
    const [x1, y1, x2, y2] = key.ease;
    const steps = x1 === y1 && x2 === y2 ? 1 : CURVE_STEPS;
    for (let step = 1; step < steps; step += 1) {
      const at = key.at + Math.round(((next.at - key.at) * step) / steps);
      if (at > (knots.at(-1)?.at ?? at)) knots.push({ at, pace: paceOf(valueAt(keys, at)) });
    }
  }
  return knots;
}

/** An exact number: `n` over a positive `d`. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** How a source runs while the clip does. */
export interface SourcePace {
  readonly speed: Rate;
  /** Absent: at `speed` throughout. */
  readonly ramp?: readonly SpeedKnot[];
}

/** Twice the area under the ramp from its first knot to `at`; negative before it. */
function doubleArea(ramp: readonly SpeedKnot[], at: Fraction): Fraction {
  const [first] = ramp;
  if (first === undefined) throw new RangeError("a ramp has a knot");
  const past = (knot: SpeedKnot) => at.n - BigInt(knot.at) * at.d;
  if (past(first) <= 0n) return { n: 2n * BigInt(first.pace) * past(first), d: at.d };
  let whole = 0n;
  let from = first;
  for (const to of ramp.slice(1)) {
    const length = BigInt(to.at - from.at);
    const done = past(from);
    if (past(to) < 0n) {
      // A trapezium cut short: its height at `done` lies on the line between both knots.
      const [low, rise] = [BigInt(from.pace), BigInt(to.pace - from.pace)];
      const d = at.d * at.d * length;
      return { n: whole * d + 2n * low * done * at.d * length + rise * done * done, d };
    }
    whole += BigInt(from.pace + to.pace) * length;
    from = to;
  }
  return { n: whole * at.d + 2n * BigInt(from.pace) * past(from), d: at.d };
}

/** Source flicks that have run when the clip is at `at`, exactly; negative before its start. */
export function sourceElapsed({ speed, ramp }: SourcePace, at: Fraction): Fraction {
  const [sn, sd] = [BigInt(speed.n), BigInt(speed.d)];
  if (ramp === undefined) return { n: at.n * sn, d: at.d * sd };
  const [now, start] = [doubleArea(ramp, at), doubleArea(ramp, { n: 0n, d: 1n })];
  return {
    n: (now.n * start.d - start.n * now.d) * sn,
    d: 2n * BigInt(PACE_UNIT) * now.d * start.d * sd,
  };
}

/** `a / b` rounded down; `b` is positive. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b !== 0n && a < 0n ? q - 1n : q;
}

/** As `sourceElapsed`, for a whole number of flicks and rounded down to one. */
export function sourceElapsedFlicks(pace: SourcePace, at: Flicks): Flicks {
  const { n, d } = sourceElapsed(pace, { n: BigInt(at), d: 1n });
  return Number(floorDiv(n, d));
}

/** The longest time, at most `most`, for which `fits` holds; it holds for 0 and then never again. */
export function longestFlicks(most: Flicks, fits: (flicks: Flicks) => boolean): Flicks {
  if (fits(most)) return most;
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

type Keyed = { readonly speedKeys?: Key[] };

/** The clip with the times of its speed keys changed; of keys that fall together the last counts. */
export function withSpeedKeyTimes<T extends Keyed>(clip: T, time: (at: Flicks) => Flicks): T {
  if (clip.speedKeys === undefined) return clip;
  const moved = clip.speedKeys.map(({ at, value, ease }) => ({ at: time(at), value, ease }));
  return { ...clip, speedKeys: moved.filter((key, index) => key.at !== moved[index + 1]?.at) };
}

/** The clip with these speed keys in place of its own; none: it has one speed. */
export function withSpeedKeys<T extends Keyed>(clip: T, wanted: readonly Key[] | undefined): T {
  if (wanted === undefined) return clip;
  const { speedKeys: _keys, ...rest } = clip;
  const keys = wanted.toSorted((a, b) => a.at - b.at);
  return (keys.length === 0 ? rest : { ...rest, speedKeys: keys }) as T;
}
