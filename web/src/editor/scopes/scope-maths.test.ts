import { describe, expect, it } from "vitest";
import {
  type Pixels,
  chromaPlace,
  histogram,
  lumaOf,
  vectorscope,
  waveform,
} from "./scope-maths.ts";

const picture = (...colours: readonly (readonly [number, number, number])[]): Pixels => ({
  width: colours.length,
  height: 1,
  data: colours.flatMap(([red, green, blue]) => [red, green, blue, 255]),
});
const BLACK = [0, 0, 0] as const;
const WHITE = [255, 255, 255] as const;
const RED = [255, 0, 0] as const;

describe("scopes", () => {
  it("put white on the top row of the waveform and black on the lowest, column by column", () => {
    const { hits, width } = waveform(picture(BLACK, WHITE), "luma", 4);
    expect([hits[3 * width], hits[1]]).toEqual([1, 1]);
    expect(hits.reduce((sum, one) => sum + one, 0)).toBe(2);
  });

  it("tell the channels apart in the parade", () => {
    const red = waveform(picture(RED), "red", 4);
    const blue = waveform(picture(RED), "blue", 4);
    expect([red.hits[0], blue.hits[3]]).toEqual([1, 1]);
  });

  it("count every pixel of the histogram once, at its value", () => {
    const bins = histogram(picture(BLACK, WHITE, WHITE), "luma");
    expect([bins[0], bins[255]]).toEqual([1, 2]);
    expect(histogram(picture(RED), "luma")[Math.round(lumaOf(...RED))]).toBe(1);
  });

  it("put greys in the middle of the vectorscope, whatever their brightness", () => {
    const { hits } = vectorscope(picture(BLACK, [128, 128, 128], WHITE), 5);
    expect(hits[2 * 5 + 2]).toBe(3);
  });

  it("put red above the middle, blue to its right and their opposites across (BT.709)", () => {
    expect(chromaPlace(...RED)[1]).toBeCloseTo(1, 3);
    expect(chromaPlace(0, 0, 255)[0]).toBeCloseTo(1, 3);
    expect(chromaPlace(0, 255, 255)[1]).toBeCloseTo(-1, 3);
    expect(chromaPlace(255, 255, 0)[0]).toBeCloseTo(-1, 3);
  });
});
