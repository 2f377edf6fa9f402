import { describe, expect, it } from "vitest";
import { STRAIGHT_CURVE, bentCurves, toneCurve, toneTable } from "./tone-curves.ts";
import type { ToneCurve } from "./tone-curves.ts";

const S_CURVE: ToneCurve = [
  [0, 0],
  [64, 40],
  [192, 220],
  [255, 255],
];

describe("tone curves (E3)", () => {
  it("a straight curve leaves every level as it is", () => {
    expect([...toneTable(STRAIGHT_CURVE)]).toEqual(Array.from({ length: 256 }, (_, at) => at));
  });

  it("goes through its points, rises wherever they rise, and rests outside of them", () => {
    const table = toneTable(S_CURVE);
    expect(S_CURVE.map(([x]) => table[x])).toEqual([0, 40, 220, 255]);
    expect(table.every((value, at) => at === 0 || value >= (table[at - 1] ?? 0))).toBe(true);
    const short = toneTable([
      [50, 10],
      [200, 240],
    ]);
    expect([short[0], short[49], short[50], short[200], short[255]]).toEqual([
      10, 10, 10, 240, 240,
    ]);
  });

  it("never overshoots: between two equal points it is flat, and a peak stays a peak", () => {
    const table = toneTable([
      [0, 0],
      [100, 200],
      [150, 200],
      [255, 20],
    ]);
    expect(new Set(table.slice(100, 151))).toEqual(new Set([200]));
    expect(Math.max(...table)).toBe(200);
    expect(table[255]).toBe(20);
  });

  it("is continuous: neighbours of a gentle curve differ by little", () => {
    const table = [...toneTable(S_CURVE)];
    expect(Math.max(...table.slice(1).map((value, at) => value - (table[at] ?? 0)))).toBeLessThan(
      4,
    );
  });

  it("is refused with levels out of order, too few points or levels that no picture has", () => {
    const bad: unknown[] = [
      [[0, 0]],
      [
        [0, 0],
        [0, 9],
      ],
      [
        [9, 0],
        [3, 9],
      ],
      [
        [0, 0],
        [256, 255],
      ],
      [
        [0, 0.5],
        [255, 255],
      ],
    ];
    expect(bad.map((one) => toneCurve.safeParse(one).success)).toEqual(bad.map(() => false));
  });

  it("keeps of a set of curves only what changes something", () => {
    expect(bentCurves({ master: STRAIGHT_CURVE, red: S_CURVE })).toEqual({ red: S_CURVE });
    expect(bentCurves({ master: STRAIGHT_CURVE })).toBeNull();
    const lifted: ToneCurve = [
      [20, 20],
      [255, 255],
    ];
    expect(bentCurves({ blue: lifted })).toEqual({ blue: lifted });
  });
});
