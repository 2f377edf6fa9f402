import type { ToneCurve } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { applyTones } from "./tone-pixels.ts";
import type { ToneStep } from "./tone-pixels.ts";

const NONE: ToneStep = { light: null, colour: null, curves: null, table: null };
const PLAIN = { red: 1, green: 1, blue: 1, contrast: 1, saturation: 1 };

function toned(step: Partial<ToneStep>, pixels: number[], beside: number[] | null = null) {
  const data = new Uint8ClampedArray(pixels);
  applyTones(data, { ...NONE, ...step }, beside && new Uint8ClampedArray(beside));
  return [...data];
}

describe("tones of the live picture", () => {
  test("levels go by each channel's curve, then the master's; what is clear stays", () => {
    const red: ToneCurve = [
      [0, 255],
      [255, 0],
    ];
    const master: ToneCurve = [
      [0, 8],
      [255, 255],
    ];
    const changed = toned({ curves: { red, master } }, [10, 20, 30, 255, 10, 20, 30, 0]);
    expect(changed).toEqual([245, 27, 37, 255, 10, 20, 30, 0]);
  });

  test("gains end at the gamut before contrast and saturation begin, as in the graph (E2)", () => {
    // lutrgb: 250, 200 and 25 (red would be 400); then luma about 125.5 and chroma about 128.
    const colour = { ...PLAIN, red: 2, green: 1, blue: 0.5, saturation: 0 };
    expect(toned({ colour }, [200, 200, 50, 255])).toEqual([199, 199, 199, 255]);
    const flat = { ...PLAIN, contrast: 0 };
    expect(toned({ colour: flat }, [0, 0, 0, 255, 255, 255, 255, 255])).toEqual([
      128, 128, 128, 255, 128, 128, 128, 255,
    ]);
    const grey = [90, 90, 90, 255];
    expect(toned({ colour: PLAIN }, grey)).toEqual(grey);
  });

  test("grain and sharpness move the light of a pixel and leave its colour (E2)", () => {
    const pixel = [120, 80, 60, 255];
    const grained = toned({ light: { by: "grain", amount: 1 } }, pixel, [160, 160, 160, 255]);
    const moves = grained.map((level, at) => level - (pixel[at] ?? 0));
    // Luma 86.5 is 90.3 of limited range, of which "overlay" makes 113.3.
    expect(moves).toEqual([27, 27, 27, 0]);
    const light = { by: "sharpen", amount: 0.5 } as const;
    expect(toned({ light }, pixel, [100, 60, 40, 255])).toEqual([130, 90, 70, 255]);
    expect(toned({ light }, pixel, [0, 0, 0, 0])).toEqual(pixel);
  });
});
