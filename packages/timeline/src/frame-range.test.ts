import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rangeAtRate } from "./frames.ts";
import { flicksToFrameNearest, framesToFlicks } from "./time.ts";

const rates = fc.constantFrom(
  { n: 24_000, d: 1001 },
  { n: 25, d: 1 },
  { n: 30, d: 1 },
  { n: 60, d: 1 },
);

test("a range at another rate is never empty, lies in the film, and is the same at its own (E4)", () => {
  fc.assert(
    fc.property(
      rates,
      rates,
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 1, max: 900 }),
      (from, to, startFrame, length) => {
        const range = { startFrame, endFrame: startFrame + length };
        const whole = flicksToFrameNearest(framesToFlicks(range.endFrame, from), to);
        const { startFrame: first, endFrame: end } = rangeAtRate(
          range,
          from,
          to,
          Math.max(1, whole),
        );
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(first);
        expect(end).toBeLessThanOrEqual(Math.max(1, whole));
        const asked = (length * from.d) / from.n;
        expect(Math.abs(((end - first) * to.d) / to.n - asked)).toBeLessThan(1.01 * (to.d / to.n));
        expect(rangeAtRate(range, from, from, range.endFrame)).toEqual(range);
      },
    ),
    { numRuns: 200, seed: 2026 },
  );
});
