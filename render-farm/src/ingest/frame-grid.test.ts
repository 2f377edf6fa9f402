import { describe, expect, test } from "vitest";
import { frameGrid, isUsableRate } from "./frame-grid.ts";

const MS = { n: 1, d: 1_000 };
const every = (count: number, at: (index: number) => number) =>
  Array.from({ length: count }, (_, i) => at(i));

describe("frameGrid", () => {
  test.each([
    [30, 1],
    [25, 1],
    [24_000, 1_001],
    [30_000, 1_001],
    [60_000, 1_001],
    [120, 1],
  ])("%i/%i fps is found through time stamps rounded to milliseconds", (n, d) => {
    const ticks = every(300, (index) => Math.round((index * 1_000 * d) / n) + 7);
    const grid = frameGrid({ ticks, lastDuration: 33 }, MS, [{ n, d }]);
    expect(grid).toMatchObject({ constant: true, rate: { n, d }, firstS: 0.007 });
    expect(grid.durationS).toBeCloseTo((300 * d) / n, 6);
  });

  test("23.976 is not taken for 24, nor 29.97 for 30, however wrong the claim (F31)", () => {
    const ticks = every(2_000, (index) => Math.round((index * 1_001 * 1_000) / 24_000));
    expect(frameGrid({ ticks, lastDuration: 0 }, MS, [{ n: 24, d: 1 }]).rate).toEqual({
      n: 24_000,
      d: 1_001,
    });
  });

  test("10 fps that turn into 60 fps are conformed to 60 without losing time (F02)", () => {
    const ticks = [
      ...every(10, (index) => index * 1_536),
      ...every(60, (index) => 15_360 + index * 256),
    ];
    const grid = frameGrid({ ticks, lastDuration: 256 }, { n: 1, d: 15_360 }, [{ n: 60, d: 1 }]);
    expect(grid).toMatchObject({ constant: false, rate: { n: 60, d: 1 } });
    expect(grid.durationS).toBeCloseTo(2, 6);
  });

  test("a dropped frame makes a file variable: counting frames would shift all that follows", () => {
    const ticks = every(60, (index) => (index < 30 ? index : index + 1) * 512);
    expect(
      frameGrid({ ticks, lastDuration: 512 }, { n: 1, d: 15_360 }, [{ n: 30, d: 1 }]).constant,
    ).toBe(false);
  });

  test("1000 fps are conformed to 60", () => {
    const grid = frameGrid({ ticks: every(100, (i) => i), lastDuration: 1 }, MS, [
      { n: 1_000, d: 1 },
    ]);
    expect(grid.rate).toEqual({ n: 60, d: 1 });
  });

  test("one frame divides by nothing (F12)", () => {
    const grid = frameGrid({ ticks: [0], lastDuration: 0 }, MS, []);
    expect(grid).toEqual({ rate: { n: 30, d: 1 }, constant: true, firstS: 0, durationS: 1 / 30 });
  });

  test("a clock that ticks once a frame is even when no tick is missing, else it is not", () => {
    const clock = { n: 1, d: 30 };
    const whole = frameGrid({ ticks: every(60, (index) => index), lastDuration: 1 }, clock, []);
    expect(whole).toMatchObject({ constant: true, rate: { n: 30, d: 1 }, durationS: 2 });
    const ticks = every(60, (index) => (index < 30 ? index : index + 1));
    expect(frameGrid({ ticks, lastDuration: 1 }, clock, []).constant).toBe(false);
  });

  test("a container's wild guess of the last frame's length is not believed", () => {
    const ticks = [0, 40, 95, 120, 180];
    expect(frameGrid({ ticks, lastDuration: 60_000 }, MS, []).durationS).toBeLessThan(0.3);
  });

  test("only rates that flicks count exactly are usable", () => {
    expect(isUsableRate({ n: 30_000, d: 1_001 })).toBe(true);
    expect(isUsableRate({ n: 100, d: 7 })).toBe(true);
    expect(isUsableRate({ n: 31, d: 1 })).toBe(false);
    expect(isUsableRate({ n: 90_000, d: 1 })).toBe(false);
  });
});
