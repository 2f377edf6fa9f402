import { describe, expect, test } from "vitest";
import { blendPixels, blendTable } from "./blend-pixels.ts";

/** [beneath, above]: what is nearly black or white, halves, and levels between. */
const PAIRS = [
  [0, 0],
  [0, 255],
  [255, 0],
  [255, 255],
  [1, 1],
  [254, 2],
  [127, 128],
  [128, 127],
  [60, 200],
  [200, 60],
  [33, 90],
  [180, 181],
  [255, 1],
  [0, 254],
  [10, 250],
] as const;

/** What FFmpeg 5.1's `blend` makes of PAIRS as grey pixels, with the modes and the order of the graph. */
const MADE = {
  multiply: [0, 0, 0, 255, 0, 1, 63, 63, 47, 47, 11, 127, 1, 0, 9],
  darken: [0, 0, 0, 255, 1, 2, 127, 127, 60, 60, 33, 180, 1, 0, 10],
  "color-burn": [0, 0, 0, 255, 0, 127, 0, 0, 6, 21, 0, 149, 255, 0, 5],
  screen: [0, 255, 255, 255, 2, 255, 192, 192, 213, 213, 112, 234, 255, 254, 251],
  lighten: [0, 255, 255, 255, 1, 254, 128, 128, 200, 200, 90, 181, 255, 254, 250],
  "color-dodge": [0, 255, 255, 255, 1, 255, 255, 255, 255, 255, 51, 255, 255, 0, 255],
  add: [0, 255, 255, 255, 2, 255, 255, 255, 255, 255, 123, 255, 255, 254, 255],
  overlay: [0, 0, 255, 255, 0, 255, 126, 129, 94, 171, 22, 213, 255, 0, 18],
  "hard-light": [0, 255, 0, 255, 0, 2, 129, 126, 171, 94, 22, 213, 2, 253, 247],
  difference: [0, 255, 255, 0, 0, 252, 1, 1, 140, 140, 57, 1, 254, 254, 240],
  exclusion: [0, 255, 255, 0, 2, 253, 128, 128, 166, 166, 100, 106, 254, 254, 241],
} as const;

type Mode = keyof typeof MADE;

describe("blends of the live picture", () => {
  test.each(Object.keys(MADE) as Mode[])(
    "%s gives the levels that the export's filter gives (E2)",
    (mode) => {
      const table = blendTable(mode);
      expect(PAIRS.map(([beneath, above]) => table[256 * beneath + above])).toEqual(MADE[mode]);
    },
  );

  test("what is clear above changes nothing, what is half there goes half of the way", () => {
    const beneath = new Uint8ClampedArray([200, 100, 50, 255, 200, 100, 50, 255]);
    const above = new Uint8ClampedArray([0, 0, 0, 0, 0, 255, 10, 255]);
    blendPixels(beneath, above, "difference", 0.5);
    expect([...beneath]).toEqual([200, 100, 50, 255, 200, 128, 45, 255]);
  });
});
