import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FLICKS_PER_SECOND, framesToFlicks } from "@cutroom/timeline";
import type { Rate } from "@cutroom/timeline";
import { sourceFrameAt, sourceWindow } from "./source-frames.ts";
import type { SourceRun } from "./source-frames.ts";

const rates = fc.constantFrom(
  { n: 24, d: 1 },
  { n: 25, d: 1 },
  { n: 30, d: 1 },
  { n: 60, d: 1 },
  { n: 24_000, d: 1001 },
  { n: 30_000, d: 1001 },
  { n: 60_000, d: 1001 },
  { n: 1000, d: 33 },
);

const cases = fc.record({
  source: rates,
  output: rates,
  speed: fc.record({ n: fc.integer({ min: 1, max: 40 }), d: fc.integer({ min: 1, max: 40 }) }),
  sourceStart: fc.integer({ min: -705_600_000, max: 705_600_000 * 3_000 }),
  fromFrame: fc.integer({ min: 0, max: 5_000 }),
  length: fc.integer({ min: 1, max: 60 }),
});

describe("source frames", () => {
  test("F55: what the graph is told to show is what the compositor shows, always", () => {
    fc.assert(
      fc.property(cases, ({ source, output, speed, sourceStart, fromFrame, length }) => {
        const run = { startFrame: 0, sourceStart, speed };
        const grid = { rate: source, frameCount: 100_000 };
        const range = { fromFrame, toFrame: fromFrame + length };
        const window = sourceWindow(run, grid, output, range);
        // As FFmpeg's `fps` does: the last decoded frame whose time stamp has come, the first until then.
        const stamps = Array.from({ length: window.sourceCount }, (_, index) =>
          Math.ceil((index * window.step.n + window.offset) / window.step.d),
        );
        for (let frame = 0; frame < length; frame += 1) {
          const shown = Math.max(
            0,
            stamps.findLastIndex((stamp) => stamp <= frame),
          );
          const wanted = sourceFrameAt(run, grid, output, fromFrame + frame);
          expect(window.firstSource + shown).toBe(wanted);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("a cut on a source frame's boundary shows exactly that frame, at every rate", () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 0, max: 90_000 }), (rate, frame) => {
        const run = {
          startFrame: 7,
          sourceStart: framesToFlicks(frame, rate),
          speed: { n: 1, d: 1 },
        };
        const grid = { rate, frameCount: 100_000 };
        expect(sourceFrameAt(run, grid, rate, 7)).toBe(frame);
        expect(sourceFrameAt(run, grid, rate, 107)).toBe(frame + 100);
      }),
    );
  });

  test("F55: 29.97 in 30 repeats one frame in a thousand and loses none", () => {
    const run = { startFrame: 0, sourceStart: 0, speed: { n: 1, d: 1 } };
    const grid = { rate: { n: 30_000, d: 1001 }, frameCount: 100_000 };
    const shown = Array.from({ length: 3_003 }, (_, frame) =>
      sourceFrameAt(run, grid, { n: 30, d: 1 }, frame),
    );
    expect(new Set(shown).size).toBe(3_000);
    expect(shown.at(-1)).toBe(2_999);
  });

  test("both ends of the source hold", () => {
    const grid = { rate: { n: 30, d: 1 }, frameCount: 10 };
    const run = { startFrame: 0, sourceStart: -705_600_000 / 10, speed: { n: 1, d: 1 } };
    const shown = [0, 2, 3, 4, 12, 13, 50].map((frame) =>
      sourceFrameAt(run, grid, { n: 30, d: 1 }, frame),
    );
    expect(shown).toEqual([0, 0, 0, 1, 9, 9, 9]);
  });
});

describe("runs that change their pace", () => {
  const grid = { rate: { n: 30, d: 1 }, frameCount: 100_000 };
  const frames = (run: SourceRun, output: Rate, count: number) =>
    Array.from({ length: count }, (_, frame) => sourceFrameAt(run, grid, output, frame));

  test("backwards is the mirror of the same run forwards, at every rate and speed", () => {
    fc.assert(
      fc.property(cases, ({ output, speed, length }) => {
        const forwards = { startFrame: 0, sourceStart: framesToFlicks(4_000, grid.rate), speed };
        const { n, d } = speed;
        const read = (length * FLICKS_PER_SECOND * output.d * n) / (output.n * d);
        const sourceStart = forwards.sourceStart + Math.round(read);
        const back = { startFrame: 0, sourceStart, speed, reversed: true } as const;
        expect(frames(back, output, length)).toEqual(frames(forwards, output, length).toReversed());
      }),
    );
  });

  test("a ramp never goes back a frame, and one that is level is the plain speed", () => {
    const speed = { n: 3, d: 2 };
    const at = (frame: number) => framesToFlicks(frame, grid.rate);
    const level = [
      { at: at(10), pace: 100_000 },
      { at: at(40), pace: 100_000 },
    ];
    const plain = { startFrame: 0, sourceStart: at(50), speed };
    expect(frames({ ...plain, ramp: level }, grid.rate, 60)).toEqual(frames(plain, grid.rate, 60));
    const ramp = [
      { at: at(0), pace: 10_000 },
      { at: at(30), pace: 1_000_000 },
    ];
    const shown = frames({ ...plain, ramp }, grid.rate, 60);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  });
});
