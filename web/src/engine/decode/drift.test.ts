import { expect, test } from "vitest";
import { driftFix } from "./drift.ts";

test("small drift is left alone, more is corrected by rate, only far off is a seek", () => {
  expect(driftFix(0.01, 1)).toEqual({ kind: "rate", playbackRate: 1 });
  expect(driftFix(0.05, 1)).toEqual({ kind: "rate", playbackRate: 0.9 });
  expect(driftFix(-0.4, 1)).toEqual({ kind: "rate", playbackRate: 1.15 });
  expect(driftFix(0.8, 1)).toEqual({ kind: "seek" });
});

test("a loop of corrections converges within two seconds and without a seek", () => {
  let aheadS = -0.3;
  for (let i = 0; i < 200; i += 1) {
    const fix = driftFix(aheadS, 1);
    if (fix.kind === "seek") throw new Error("seek");
    aheadS += (fix.playbackRate - 1) * 0.01;
  }
  expect(Math.abs(aheadS)).toBeLessThanOrEqual(0.045);
});
