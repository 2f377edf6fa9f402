import * as fc from "fast-check";
import { expect, it } from "vitest";
import { paceOf, tokensLeft, waitForToken } from "./pace.ts";

it("lets no more leave in any minute than the vendor allows, however they come (G4)", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60 }), gaps, (perMinute, waits) => {
      const pace = paceOf(perMinute);
      let [atMs, tokens] = [0, pace.burst];
      const sent: number[] = [];
      for (const gapMs of waits) {
        atMs += gapMs;
        tokens = tokensLeft(pace, tokens, gapMs);
        if (tokens < 1) continue;
        tokens -= 1;
        sent.push(atMs);
      }
      for (const from of sent) {
        const within = sent.filter((at) => at >= from && at < from + 60_000);
        expect(within.length).toBeLessThanOrEqual(perMinute);
      }
    }),
  );
});

it("says when the next may leave", () => {
  const pace = paceOf(10);
  expect(tokensLeft(pace, null, 0)).toBe(1);
  expect(pace.burst).toBe(1);
  expect(waitForToken(pace, 0, 1)).toBe(6_667);
  expect(waitForToken(pace, 0.5, 1)).toBe(3_334);
  expect(waitForToken(pace, 0, 2)).toBe(13_334);
});
