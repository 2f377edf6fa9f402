/** What the curve editor does to a curve. Pure; every result is one that a document may hold. */
import type { ToneCurve } from "@cutroom/timeline";

type Point = ToneCurve[number];

const MOST_POINTS = 16;
const LEAST_POINTS = 2;
/** Points this near, in levels, are taken for the same one. */
const REACH = 8;

const settled = (level: number, low = 0, high = 255) =>
  Math.min(high, Math.max(low, Math.round(level)));

/** Point `index` at another place, kept between its neighbours. */
export function movedPoint(curve: ToneCurve, index: number, [x, y]: Point): ToneCurve {
  const low = (curve[index - 1]?.[0] ?? -1) + 1;
  const high = (curve[index + 1]?.[0] ?? 256) - 1;
  return curve.with(index, [settled(x, low, high), settled(y)]);
}

/** With a point more; the same curve when there is one already or it has enough. */
export function withPoint(curve: ToneCurve, [x, y]: Point): ToneCurve {
  const at = settled(x);
  const near = curve.some(([other]) => Math.abs(other - at) < REACH);
  if (near || curve.length >= MOST_POINTS) return curve;
  const point: Point = [at, settled(y)];
  return [...curve, point].toSorted((a, b) => a[0] - b[0]);
}

/** Without a point; two stay, or there would be no curve. */
export function withoutPoint(curve: ToneCurve, index: number): ToneCurve {
  return curve.length <= LEAST_POINTS ? curve : curve.toSpliced(index, 1);
}
