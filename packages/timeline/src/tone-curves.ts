/** Tone curves: which level of a channel becomes which, drawn through a few points. */
import { z } from "zod";

/** 8 bits, as pictures have: 0 is black, 255 full light. */
const level = z.int().min(0).max(255);

/** [level before, level after], in order. Level before the first point and after the last one. */
export const toneCurve = z
  .array(z.tuple([level, level]))
  .min(2)
  .max(16)
  .refine((points) => points.every(([x], at) => at === 0 || x > (points[at - 1]?.[0] ?? 255)));
export type ToneCurve = z.infer<typeof toneCurve>;

/** `master` comes after the channels' own curves; an absent one changes nothing. */
export const toneCurves = z.strictObject({
  master: toneCurve.exactOptional(),
  red: toneCurve.exactOptional(),
  green: toneCurve.exactOptional(),
  blue: toneCurve.exactOptional(),
});
export type ToneCurves = z.infer<typeof toneCurves>;
export type ToneChannel = keyof ToneCurves;

export const TONE_CHANNELS = ["master", "red", "green", "blue"] as const satisfies ToneChannel[];
/** Changes nothing. */
export const STRAIGHT_CURVE: ToneCurve = [
  [0, 0],
  [255, 255],
];

/** A point that a person set on the straight line stays: it is about to be dragged. */
const isStraight = (curve: ToneCurve) => String(curve) === String(STRAIGHT_CURVE);

/** Only the curves that change something; null when none does. */
export function bentCurves(curves: ToneCurves | null): ToneCurves | null {
  const bent = TONE_CHANNELS.flatMap((channel) => {
    const curve = curves?.[channel];
    return curve === undefined || isStraight(curve) ? [] : [[channel, curve] as const];
  });
  return bent.length === 0 ? null : Object.fromEntries(bent);
}

/**
 * The 256 levels that the curve gives: a cubic through the points that never overshoots them
 * (Fritsch and Butland, 1984). Sums, products and quotients in a fixed order, so that every machine gets the same table.
 */
export function toneTable(curve: ToneCurve): Uint8Array {
  const steps = curve.slice(1).map(([x, y], at) => {
    const [x0, y0] = curve[at] ?? [0, 0];
    return { x0, y0, width: x - x0, rise: (y - y0) / (x - x0) };
  });
  const slopes = curve.map((_, at) => {
    const [before, after] = [steps[at - 1], steps[at]];
    if (before === undefined || after === undefined) return (before ?? after)?.rise ?? 0;
    if (before.rise * after.rise <= 0) return 0;
    const [nearer, wider] = [before.width + 2 * after.width, 2 * before.width + after.width];
    return (nearer + wider) / (wider / before.rise + nearer / after.rise);
  });
  const table = new Uint8Array(256);
  const [first = [0, 0], last = [255, 255]] = [curve[0], curve.at(-1)];
  table.fill(first[1], 0, first[0]);
  table.fill(last[1], last[0]);
  for (const [at, { x0, y0, width, rise }] of steps.entries()) {
    const [from, to] = [slopes[at] ?? 0, slopes[at + 1] ?? 0];
    for (let x = x0; x < x0 + width; x += 1) {
      const t = (x - x0) / width;
      const bend = (from - rise) * (1 - t) - (to - rise) * t;
      const value = y0 + width * t * (rise + (1 - t) * bend);
      table[x] = Math.min(255, Math.max(0, Math.floor(value + 0.5)));
    }
  }
  return table;
}
