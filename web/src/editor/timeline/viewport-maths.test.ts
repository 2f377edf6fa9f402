import { FLICKS_PER_SECOND as S } from "@cutroom/timeline";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type View,
  fit,
  flicksToPx,
  maxScroll,
  pxToFlicks,
  reveal,
  rulerStep,
  scrollBy,
  zoomAt,
} from "./viewport-maths.ts";

const view: View = { scrollFlicks: 10 * S, pxPerSecond: 40, widthPx: 800 };

describe("timeline view", () => {
  it("maps pixels and time both ways", () => {
    expect(flicksToPx(view, 12 * S)).toBe(80);
    expect(pxToFlicks(view, 80)).toBe(12 * S);
  });

  it("keeps the time under the pointer while zooming", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 800 }),
        fc.double({ min: 0.5, max: 4, noNaN: true }),
        (px, factor) => {
          const far = { ...view, scrollFlicks: 3_600 * S };
          const before = pxToFlicks(far, px);
          const after = zoomAt(far, factor, px);
          expect(Math.abs(flicksToPx(after, before) - px)).toBeLessThan(0.01);
        },
      ),
    );
  });

  it("never scrolls before zero or past the end", () => {
    expect(scrollBy(view, -9_999, 60 * S).scrollFlicks).toBe(0);
    expect(scrollBy(view, 999_999, 60 * S).scrollFlicks).toBe(maxScroll(view, 60 * S));
    expect(zoomAt({ ...view, scrollFlicks: 0 }, 0.5, 700).scrollFlicks).toBe(0);
  });

  it("fits the whole content and shows a minute when there is none", () => {
    const fitted = fit(view, 90 * S);
    expect(flicksToPx(fitted, 90 * S)).toBeLessThanOrEqual(view.widthPx);
    expect(flicksToPx(fitted, 90 * S)).toBeGreaterThan(view.widthPx * 0.85);
    expect(flicksToPx(fit(view, 0), 60 * S)).toBeCloseTo(736);
  });

  it("scrolls to a time only when that is out of sight", () => {
    expect(reveal(view, 15 * S)).toBe(view);
    const moved = reveal(view, 100 * S);
    expect(flicksToPx(moved, 100 * S)).toBeCloseTo(80);
  });

  it("labels whole frames when close and whole seconds when far, never crowded", () => {
    const fps = { n: 30_000, d: 1_001 };
    expect(rulerStep(1_200, fps).parts).toBe(5);
    expect(rulerStep(40, fps).major).toBe(5 * S);
    for (const pxPerSecond of [0.1, 1, 7, 33, 90, 400, 1_200]) {
      const px = (rulerStep(pxPerSecond, fps).major / S) * pxPerSecond;
      expect(px).toBeGreaterThanOrEqual(92);
    }
  });
});
