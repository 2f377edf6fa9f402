/**
 * How loud a sound is at any sample: its level, its fades, and an envelope of straight lines.
 * The FFmpeg graph and the live sound both follow it.
 */
import type { FadeCurve, GainPoint, PlanSound } from "./plan.ts";

function share(done: number, length: number): number {
  return length === 0 ? 1 : Math.min(1, Math.max(0, done / length));
}

function shape(value: number, curve: FadeCurve): number {
  return curve === "linear" ? value : Math.sin((value * Math.PI) / 2);
}

/** The envelope at `sample`: straight between points, level before the first and after the last. */
export function envelopeAt(points: readonly GainPoint[], sample: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.sample ?? 0) <= sample) low = middle + 1;
    else high = middle;
  }
  const [from, to] = [points[low - 1], points[low]];
  if (from === undefined || to === undefined) return (from ?? to)?.gain ?? 1;
  const done = (sample - from.sample) / (to.sample - from.sample);
  return from.gain + (to.gain - from.gain) * done;
}

/** Linear gain of a sound at one sample of the plan. */
export function gainAt(sound: PlanSound, sample: number): number {
  const fadeIn = share(sample - sound.startSample, sound.fadeInSamples);
  const fadeOut = share(sound.endSample - sample, sound.fadeOutSamples);
  const level = 10 ** (sound.gainDb / 20);
  const envelope = sound.envelope ? envelopeAt(sound.envelope, sample - sound.startSample) : 1;
  return level * envelope * shape(fadeIn, sound.fadeInCurve) * shape(fadeOut, sound.fadeOutCurve);
}

/** Between two points of two envelopes the product bends: this many lines follow it. */
const BENDS = 4;

/** One envelope for two that work together; null: none of them changes anything. */
export function product(
  a: readonly GainPoint[] | null,
  b: readonly GainPoint[] | null,
): readonly GainPoint[] | null {
  if (a === null || b === null) return a ?? b;
  const edges = [...new Set([...a, ...b].map((point) => point.sample))].toSorted((x, y) => x - y);
  const samples = new Set(edges);
  for (const [index, edge] of edges.entries()) {
    const next = edges[index + 1] ?? edge;
    for (let bend = 1; bend < BENDS; bend += 1) {
      samples.add(edge + Math.round(((next - edge) * bend) / BENDS));
    }
  }
  return [...samples]
    .toSorted((x, y) => x - y)
    .map((sample) => ({ sample, gain: envelopeAt(a, sample) * envelopeAt(b, sample) }));
}
