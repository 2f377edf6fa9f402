/**
 * What Web Audio plays: the same integers and the same gains as the FFmpeg graph.
 */
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { Flicks, Rate } from "@cutroom/timeline";
import type { FadeCurve, GainPoint, PlanSound, RenderPlan } from "./plan.ts";
import { gainAt } from "./sound-gain.ts";

/** One clip's sound inside a stretch of the plan. */
export interface SoundSpan {
  readonly clipId: string;
  readonly trackId: string;
  readonly inputId: string;
  /** Which sound of the source, from 0. */
  readonly stream: number;
  readonly channels: number;
  /** In the plan's samples. */
  readonly startSample: number;
  readonly endSample: number;
  /** The asset's own time at `startSample`; negative: silent until it reaches 0. */
  readonly sourceStart: Flicks;
  readonly speed: Rate;
  /** The source runs backwards from `sourceStart`. */
  readonly reversed: boolean;
  /** Is the pitch of a sound at another speed that of the source? */
  readonly keepsPitch: boolean;
  /** -1: left, 1: right. */
  readonly pan: number;
  /** Gains in time order, from `startSample` to `endSample`; straight lines between them. */
  readonly gains: readonly GainPoint[];
}

/** What sounds in samples [startSample, endSample), for scheduling ahead. */
export function soundsBetween(
  plan: RenderPlan,
  startSample: number,
  endSample: number,
): SoundSpan[] {
  return plan.sounds
    .map((sound) => ({
      sound,
      from: Math.max(startSample, sound.startSample),
      to: Math.min(endSample, sound.endSample, plan.sampleCount),
    }))
    .filter(({ from, to }) => to > from)
    .map(({ sound, from, to }) => ({
      clipId: sound.clipId,
      trackId: sound.trackId,
      inputId: sound.inputId,
      stream: sound.stream ?? 0,
      channels: sound.channels,
      startSample: from,
      endSample: to,
      sourceStart: sourceTimeAt(sound, from),
      speed: sound.speed,
      reversed: sound.reversed ?? false,
      keepsPitch: sound.pitch !== "follows",
      pan: sound.pan ?? 0,
      gains: gainPoints(sound, from, to),
    }));
}

/** What sounds at one sample, with its gain at that instant. */
export function soundsAt(plan: RenderPlan, sample: number): SoundSpan[] {
  return soundsBetween(plan, sample, sample + 1);
}

function sourceTimeAt(sound: PlanSound, sample: number): Flicks {
  const flicksPerSample = FLICKS_PER_SECOND / 48_000;
  const done = (sample - sound.startSample) * flicksPerSample * (sound.reversed ? -1 : 1);
  return sound.sourceStart + Math.round((done * sound.speed.n) / sound.speed.d);
}

/** A curve is followed by this many straight lines: within 0.2 % of it. */
const CURVE_STEPS = 16;

function gainPoints(sound: PlanSound, from: number, to: number): GainPoint[] {
  const marks = new Set([from, to]);
  // Where a fade and an envelope work together even two straight lines make a curve.
  const bent = sound.envelope !== undefined;
  const bends = (start: number, length: number, curve: FadeCurve) => {
    const steps = curve === "linear" && !bent ? 1 : CURVE_STEPS;
    for (let step = 0; step <= steps; step += 1) {
      marks.add(Math.round(start + (length * step) / steps));
    }
  };
  if (sound.fadeInSamples > 0) bends(sound.startSample, sound.fadeInSamples, sound.fadeInCurve);
  if (sound.fadeOutSamples > 0) {
    bends(sound.endSample - sound.fadeOutSamples, sound.fadeOutSamples, sound.fadeOutCurve);
  }
  for (const point of sound.envelope ?? []) marks.add(sound.startSample + point.sample);
  return [...marks]
    .filter((sample) => sample >= from && sample <= to)
    .toSorted((a, b) => a - b)
    .map((sample) => ({ sample, gain: gainAt(sound, sample) }));
}
