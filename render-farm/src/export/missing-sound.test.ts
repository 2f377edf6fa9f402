import type { PlanSound } from "@cutroom/compiler";
import { describe, expect, test } from "vitest";
import { audibleSamples } from "./missing-sound.ts";

const S = 48_000;
const sound = (startSample: number, endSample: number, fades = 0): PlanSound => ({
  clipId: "c",
  trackId: "a",
  inputId: "asset-c",
  channels: 2,
  startSample,
  endSample,
  sourceStart: 0,
  speed: { n: 1, d: 1 },
  gainDb: 0,
  fadeInSamples: fades,
  fadeInCurve: "linear",
  fadeOutSamples: fades,
  fadeOutCurve: "linear",
});

describe("where a clip must be heard", () => {
  test("is all of it in a whole film, its fades too", () => {
    expect(audibleSamples(sound(S, 3 * S, S), 4 * S)).toEqual({ from: S, to: 3 * S });
  });

  test("is what a part of the film shows of it, without the fades that the cut goes through (E4)", () => {
    const { from, to } = audibleSamples(sound(-S, 3 * S, 2 * S), 4 * S);
    expect(from).toBeGreaterThan(to);
    const long = audibleSamples(sound(-S, 9 * S), 4 * S);
    expect(long.from).toBeGreaterThan(0);
    expect(long.to).toBeLessThan(4 * S);
    expect(long.to - long.from).toBeGreaterThan(3 * S);
  });
});
