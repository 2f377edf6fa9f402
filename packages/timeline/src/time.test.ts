import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ceilToFrame, floorToFrame, frameLength, onFrame, wholeFrames } from "./frames.ts";
import {
  FLICKS_PER_SECOND,
  flicksToFrameFloor,
  flicksToFrameNearest,
  flicksToMs,
  flicksToSamples,
  framesToFlicks,
  snapToFrame,
} from "./time.ts";
import type { Rate } from "./time.ts";

const RATES: readonly Rate[] = [
  { n: 24_000, d: 1001 },
  { n: 24, d: 1 },
  { n: 25, d: 1 },
  { n: 30_000, d: 1001 },
  { n: 30, d: 1 },
  { n: 48, d: 1 },
  { n: 50, d: 1 },
  { n: 60_000, d: 1001 },
  { n: 60, d: 1 },
  { n: 90, d: 1 },
  { n: 100, d: 1 },
  { n: 120_000, d: 1001 },
  { n: 120, d: 1 },
];
/** Ten days at 120 fps. */
const LAST_FRAME = 120 * 86_400 * 10;

/** Spread over the range by a step that is prime to it: repeatable, and no frame twice. */
function* frames(count: number): Iterable<number> {
  for (let index = 0; index < count; index += 1) yield (index * 76_543_217) % LAST_FRAME;
}

describe("frames", () => {
  test("the start, the middle and the last flick of 1,000,000 frames belong to that frame", () => {
    const wrong: string[] = [];
    for (const fps of RATES) {
      const frame = frameLength(fps);
      for (const index of frames(1_000_000 / RATES.length)) {
        const start = framesToFlicks(index, fps);
        const isRight =
          start === index * frame &&
          flicksToFrameFloor(start, fps) === index &&
          flicksToFrameFloor(start + frame - 1, fps) === index &&
          flicksToFrameFloor(start - 1, fps) === index - 1 &&
          flicksToFrameNearest(start + Math.floor((frame - 1) / 2), fps) === index;
        if (!isRight) wrong.push(`${index} at ${fps.n}/${fps.d}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("F31: frame 47 at 23.976 is 1.96029 s, and 70,490 frames last 2940.02 s", () => {
    const fps = { n: 24_000, d: 1001 };
    expect(framesToFlicks(47, fps) / FLICKS_PER_SECOND).toBeCloseTo((47 * 1001) / 24_000, 9);
    expect(flicksToMs(framesToFlicks(70_490, fps))).toBe(2_940_020);
  });

  test("a rate whose frame is no whole number of flicks still floors to its own frames", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.record({
          n: fc.integer({ min: 1, max: 200_000 }),
          d: fc.integer({ min: 1, max: 2_000 }),
        }),
        (frame, fps) => {
          fc.pre(fps.n / fps.d >= 1 && fps.n / fps.d <= 240);
          expect(flicksToFrameFloor(framesToFlicks(frame, fps), fps)).toBe(frame);
          expect(snapToFrame(framesToFlicks(frame, fps), fps)).toBe(framesToFlicks(frame, fps));
        },
      ),
    );
  });

  test("rounding to whole frames goes the stated way on both sides of zero, and never gives -0", () => {
    const fps = { n: 30, d: 1 };
    const frame = frameLength(fps);
    expect(floorToFrame(-1, fps)).toBe(-frame);
    expect(ceilToFrame(-1, fps)).toBe(0);
    expect(wholeFrames(-frame / 2, fps)).toBe(-frame);
    expect(wholeFrames(frame / 2 - 1, fps)).toBe(0);
    expect(wholeFrames(1 - frame / 2, fps)).toBe(0);
    expect(onFrame(3 * frame, fps)).toBe(true);
    expect(onFrame(3 * frame + 1, fps)).toBe(false);
  });
});

describe("samples", () => {
  test("every sample of 44.1, 48 and 96 kHz is a whole number of flicks and comes back exactly", () => {
    for (const sampleRate of [44_100, 48_000, 96_000]) {
      const perSample = FLICKS_PER_SECOND / sampleRate;
      expect(Number.isInteger(perSample)).toBe(true);
      const wrong = [...frames(20_000)].filter(
        (sample) => flicksToSamples(sample * perSample, sampleRate) !== sample,
      );
      expect(wrong).toEqual([]);
    }
  });
});
