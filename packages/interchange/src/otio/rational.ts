/** OpenTimelineIO's times: a count at a rate that is a float (its issues 190, 1927). */
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { Flicks, Rate } from "@cutroom/timeline";
import { z } from "zod";

export const rationalTime = z.looseObject({
  value: z.number(),
  rate: z.number().positive().max(1_000_000),
});
export type RationalTime = z.infer<typeof rationalTime>;

export const timeRange = z.looseObject({ start_time: rationalTime, duration: rationalTime });

/** The rate behind a float: 23.976, 23.98 and 23.976023976 are all 24000/1001. */
export function exactRate(float: number): Rate {
  const nominal = Math.round(float);
  if (nominal > 0 && Math.abs(float - nominal) < 0.001) return { n: nominal, d: 1 };
  const ntsc = Math.round(float * 1.001);
  if (ntsc > 0 && Math.abs(float - (ntsc * 1000) / 1001) < 0.005) {
    return { n: ntsc * 1000, d: 1001 };
  }
  return { n: Math.round(float * 1000), d: 1000 };
}

/** Rounded to the nearest flick; exact for whole frames of every rate that a project may have. */
export function flicksOf({ value, rate }: RationalTime): Flicks {
  const { n, d } = exactRate(rate);
  return Math.round(value * ((FLICKS_PER_SECOND * d) / n));
}

/** `time` at `rate`; a part of a frame is a fraction, which reads back to the same flick. */
export function toRational(time: Flicks, { n, d }: Rate) {
  const value = time / ((FLICKS_PER_SECOND * d) / n);
  return { OTIO_SCHEMA: "RationalTime.1", rate: n / d, value };
}

export function toRange(start: ReturnType<typeof toRational>, duration: typeof start) {
  return { OTIO_SCHEMA: "TimeRange.1", duration, start_time: start };
}
