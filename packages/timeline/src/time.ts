/**
 * Time is an integer number of flicks. One flick is 1/705,600,000 s, which makes every
 * frame of 23.976-144 fps, every sample of 44.1/48/96 kHz and every tick of the 90 kHz
 * clock a whole number, and leaves 147 days inside the safe integers.
 * (Flicks: github.com/OculusVR/Flicks.)
 *
 * This module is the only place that converts between flicks and anything else.
 */
import { z } from "zod";

export const FLICKS_PER_SECOND = 705_600_000;

/** A whole number of flicks. */
export const flicks = z.int();
export type Flicks = number;

/** An exact rate in frames per second: 30000/1001, never 29.97. */
export const rate = z.strictObject({ n: z.int().positive(), d: z.int().positive() });
export type Rate = z.infer<typeof rate>;

/** Half-open: `start` is inside, `start + duration` is not. */
export interface TimeRange {
  readonly start: Flicks;
  readonly duration: Flicks;
}

/**
 * The flicks at which frame `frame` begins. Exact for every rate whose frame is a whole
 * number of flicks; rounded to the nearest flick otherwise.
 */
export function framesToFlicks(frame: number, fps: Rate): Flicks {
  const perFrame = (FLICKS_PER_SECOND * fps.d) / fps.n;
  return Number.isInteger(perFrame) ? frame * perFrame : Math.round(frame * perFrame);
}

/** The frame that is on screen at `time`: the last frame that begins at or before it. */
export function flicksToFrameFloor(time: Flicks, fps: Rate): number {
  const guess = Math.floor((time * fps.n) / (FLICKS_PER_SECOND * fps.d));
  if (framesToFlicks(guess + 1, fps) <= time) return guess + 1;
  if (framesToFlicks(guess, fps) > time) return guess - 1;
  return guess;
}

/** The frame boundary nearest to `time`; a tie goes to the later one. */
export function flicksToFrameNearest(time: Flicks, fps: Rate): number {
  const floor = flicksToFrameFloor(time, fps);
  const before = time - framesToFlicks(floor, fps);
  const after = framesToFlicks(floor + 1, fps) - time;
  return after <= before ? floor + 1 : floor;
}

/** `time` moved to the nearest frame boundary. */
export function snapToFrame(time: Flicks, fps: Rate): Flicks {
  return framesToFlicks(flicksToFrameNearest(time, fps), fps);
}

/** The sample that sounds at `time`, at `sampleRate` Hz; rounded to the nearest. */
export function flicksToSamples(time: Flicks, sampleRate: number): number {
  return Math.round((time * sampleRate) / FLICKS_PER_SECOND);
}

/** Seconds as a float, for display and for media elements; never stored. */
export function flicksToSeconds(time: Flicks): number {
  return time / FLICKS_PER_SECOND;
}

/** The nearest flick to a float number of seconds, as a media element or a probe gives it. */
export function secondsToFlicks(seconds: number): Flicks {
  return Math.round(seconds * FLICKS_PER_SECOND);
}

/** Whole milliseconds, cut off. */
export function flicksToMs(time: Flicks): number {
  return Math.floor(time / (FLICKS_PER_SECOND / 1000));
}
