/** Where a clip's picture and sound begin, in samples and in the asset's own time. */
import {
  flicksToSamples,
  floorDiv,
  framesToFlicks,
  paceOf,
  sourceElapsed,
} from "@cutroom/timeline";
import type { Flicks, Fraction, MediaClip, Rate, SpeedKnot } from "@cutroom/timeline";
import type { ClipTiming } from "./timing.ts";

export const SAMPLE_RATE = 48_000;

export const assetInputId = (assetId: string) => `asset-${assetId}`;

export function frameToSample(frame: number, fps: Rate): number {
  return flicksToSamples(framesToFlicks(frame, fps), SAMPLE_RATE);
}

/** How a clip reads its source in the plan, from its head on: handles are part of it. */
export interface SourceReading {
  readonly sourceStart: Flicks;
  readonly speed: Rate;
  readonly ramp?: readonly SpeedKnot[];
  readonly reversed?: true;
}

const HELD: Rate = { n: 0, d: 1 };

/** The nearest whole number; a half goes up. */
function nearest({ n, d }: Fraction): number {
  return Number(floorDiv(2n * n + d, 2n * d));
}

/**
 * Where a media clip begins to read at its handle, which is earlier than its own start by the
 * head of a transition, and how it goes on.
 */
export function readingOf(clip: MediaClip, { headJoint }: ClipTiming, fps: Rate): SourceReading {
  const { sourceStart, speed, reversed } = clip;
  if (clip.frozen) return { sourceStart, speed: HELD };
  const early = framesToFlicks(headJoint?.handleFrames ?? 0, fps);
  const pace = paceOf(clip);
  if (pace.ramp === undefined && !reversed) {
    return { sourceStart: Math.round(sourceStart - (early * speed.n) / speed.d), speed };
  }
  const elapsed = (at: number) => sourceElapsed(pace, { n: BigInt(at), d: 1n });
  const ramp = pace.ramp?.map((knot) => ({ at: knot.at + early, pace: knot.pace }));
  const paced = { speed, ...(ramp && { ramp }) };
  const head = elapsed(-early);
  if (!reversed) return { ...paced, sourceStart: sourceStart + nearest(head) };
  const whole = elapsed(clip.duration);
  const back = { n: whole.n * head.d - head.n * whole.d, d: whole.d * head.d };
  return { ...paced, reversed, sourceStart: sourceStart + nearest(back) };
}
