import type { ToneCurve } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { movedPoint, withPoint, withoutPoint } from "./curve-points.ts";

const curve: ToneCurve = [
  [0, 0],
  [100, 120],
  [255, 255],
];

describe("points of a tone curve (E3)", () => {
  test("a dragged point stays between its neighbours, on whole levels of the picture", () => {
    expect(movedPoint(curve, 1, [140.4, 99.6])[1]).toEqual([140, 100]);
    expect(movedPoint(curve, 1, [-50, 400])[1]).toEqual([1, 255]);
    expect(movedPoint(curve, 1, [900, -9])[1]).toEqual([254, 0]);
    expect(movedPoint(curve, 0, [20, 10])[0]).toEqual([20, 10]);
  });

  test("a new point goes where it belongs, never on top of another, and never a seventeenth", () => {
    expect(withPoint(curve, [200.2, 180])).toEqual([
      [0, 0],
      [100, 120],
      [200, 180],
      [255, 255],
    ]);
    expect(withPoint(curve, [104, 9])).toBe(curve);
    const full = Array.from({ length: 16 }, (_, at): [number, number] => [16 * at, 16 * at]);
    expect(withPoint(full, [8, 8])).toBe(full);
  });

  test("the last two points cannot be removed", () => {
    expect(withoutPoint(curve, 1)).toEqual([
      [0, 0],
      [255, 255],
    ]);
    const bare = withoutPoint(curve, 0);
    expect(withoutPoint(bare, 0)).toBe(bare);
  });
});
