/**
 * A sound that changes its speed or runs backwards, as plain sounds of one speed each. They lie
 * side by side with a short crossfade at every seam. Each begins where the exact integral says,
 * so however many there are the sound never drifts from its picture; and pieces backwards are
 * short, because FFmpeg holds all that it turns round.
 */
import { FLICKS_PER_SECOND, flicksToSamples, sourceElapsed } from "@cutroom/timeline";
import type { Rate, SpeedKnot } from "@cutroom/timeline";
import { SAMPLE_RATE } from "./clip-source.ts";
import type { SourceReading } from "./clip-source.ts";
import type { FadeCurve, GainPoint, PlanSound } from "./plan.ts";
import { envelopeAt, product } from "./sound-gain.ts";

/** Half of a seam: 3 ms. */
const SEAM_SAMPLES = 144;
/** A speed that changes is followed by pieces of about this length. */
const STEP_SAMPLES = SAMPLE_RATE / 10;
const SHORTEST_SAMPLES = SAMPLE_RATE / 16;
const MOST_STEPS = 24;
const LONGEST_REVERSED_SAMPLES = 20 * SAMPLE_RATE;
/** A fade becomes an envelope of straight lines where a sound is cut in pieces. */
const CURVE_STEPS = 16;
const SPEED_TERM = 10_000;

const FLICKS_PER_SAMPLE = FLICKS_PER_SECOND / SAMPLE_RATE;

/** Samples, from 0 to `length`, at which one piece ends and the next begins. */
function seams(ramp: readonly SpeedKnot[], length: number, longest: number): number[] {
  const marks: number[] = [];
  const add = (from: number, to: number, count: number) => {
    for (let step = 1; step <= count; step += 1) {
      marks.push(Math.round(from + ((to - from) * step) / count));
    }
  };
  const knots = ramp.map(({ at, pace }) => ({ sample: flicksToSamples(at, SAMPLE_RATE), pace }));
  for (const [index, { sample, pace }] of knots.entries()) {
    const next = knots[index + 1];
    if (index === 0) marks.push(sample);
    if (next === undefined) break;
    const steps = Math.ceil((next.sample - sample) / STEP_SAMPLES);
    add(sample, next.sample, pace === next.pace ? 1 : Math.min(MOST_STEPS, Math.max(1, steps)));
  }
  const kept = [0];
  for (const mark of marks) {
    const last = kept.at(-1) ?? 0;
    if (mark - last >= SHORTEST_SAMPLES && length - mark >= SHORTEST_SAMPLES) kept.push(mark);
  }
  return [...kept, length].flatMap((to, index, all) => {
    const from = all[index - 1];
    if (from === undefined) return [to];
    const count = Math.max(1, Math.ceil((to - from) / longest));
    return Array.from({ length: count }, (_, at) =>
      Math.round(from + ((to - from) * (at + 1)) / count),
    );
  });
}

/** The fade's gain at `step` of `CURVE_STEPS`. */
function curved(step: number, curve: FadeCurve): number {
  const share = step / CURVE_STEPS;
  return curve === "linear" ? share : Math.sin((share * Math.PI) / 2);
}

function fadePoints(length: number, curve: FadeCurve): GainPoint[] {
  const points = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => ({
    sample: Math.round((length * step) / CURVE_STEPS),
    gain: curved(step, curve),
  }));
  return points.filter(({ sample }, index) => sample !== points[index - 1]?.sample);
}

/** The sound's fades and envelope as one envelope, from its first sample on. */
function wholeEnvelope(sound: PlanSound): readonly GainPoint[] | null {
  const length = sound.endSample - sound.startSample;
  const fadeIn =
    sound.fadeInSamples > 0 ? fadePoints(sound.fadeInSamples, sound.fadeInCurve) : null;
  const fadeOut =
    sound.fadeOutSamples > 0
      ? fadePoints(sound.fadeOutSamples, sound.fadeOutCurve)
          .map(({ sample, gain }) => ({ sample: length - sample, gain }))
          .toReversed()
      : null;
  return product(product(sound.envelope ?? null, fadeIn), fadeOut);
}

/** The envelope of samples [from, to), counted from `from`; null where it changes nothing. */
function within(points: readonly GainPoint[], from: number, to: number): GainPoint[] | null {
  const edge = (sample: number) => ({ sample, gain: envelopeAt(points, sample) });
  const inside = points.filter(({ sample }) => sample > from && sample < to);
  const all = [edge(from), ...inside, edge(to)];
  if (all.every(({ gain }) => gain === 1)) return null;
  return all.map(({ sample, gain }) => ({ sample: sample - from, gain }));
}

/** The sounds that together are `sound`, which is read as `reading` says. */
export function pacedSounds(sound: PlanSound, reading: SourceReading): PlanSound[] {
  const { ramp, reversed } = reading;
  if (ramp === undefined && !reversed) return [sound];
  const length = sound.endSample - sound.startSample;
  const marks = seams(ramp ?? [], length, reversed ? LONGEST_REVERSED_SAMPLES : length);
  const elapsed = (sample: number): number => {
    const { n, d } = sourceElapsed(reading, { n: BigInt(sample * FLICKS_PER_SAMPLE), d: 1n });
    return Number(n / d);
  };
  const direction = reversed ? -1 : 1;
  const envelope = wholeEnvelope(sound);
  const piece = (from: number, to: number): PlanSound => {
    const [start, end] = [elapsed(from), elapsed(to)];
    const speed: Rate = {
      n: Math.max(1, Math.round(((end - start) * SPEED_TERM) / ((to - from) * FLICKS_PER_SAMPLE))),
      d: SPEED_TERM,
    };
    const lead = from === 0 ? 0 : SEAM_SAMPLES;
    const tail = to === length ? 0 : SEAM_SAMPLES;
    const early = Math.round((lead * FLICKS_PER_SAMPLE * speed.n) / speed.d);
    const gains = envelope && within(envelope, from - lead, to + tail);
    const { envelope: _envelope, ...plain } = sound;
    return {
      ...plain,
      startSample: sound.startSample + from - lead,
      endSample: sound.startSample + to + tail,
      sourceStart: reading.sourceStart + direction * (start - early),
      speed,
      ...(reversed ? { reversed } : {}),
      fadeInSamples: 2 * lead,
      fadeInCurve: "linear",
      fadeOutSamples: 2 * tail,
      fadeOutCurve: "linear",
      ...(gains ? { envelope: gains } : {}),
    };
  };
  return marks.slice(1).map((to, index) => piece(marks[index] ?? 0, to));
}
