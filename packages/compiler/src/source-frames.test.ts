import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { framesToFlicks } from "@cutroom/timeline";
import { sourceFrameAt, sourceWindow } from "./source-frames.ts";

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
