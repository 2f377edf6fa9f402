import { describe, expect, it } from "vitest";
import { planClip } from "../storyboard.ts";
import { animatePictures } from "./animate-pictures.ts";

const board = planClip({
  prompt: "pan left",
  seed: 1,
  ratio: "16:9",
  durationMs: 2_000,
  caption: false,
});
const { width, height } = board.painted;

/** Stripes, so that any move shows. */
function picture(red: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    pixels.set([red, (at % width) & 255, Math.floor(at / width) & 255, 255], at * 4);
  }
  return pixels;
}
const rgbOf = (rgba: Uint8ClampedArray) => rgba.filter((_, at) => at % 4 !== 3);

/** The largest difference of two frames, without the last row and column: they have no neighbour. */
function differs(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let most = 0;
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0; x < (width - 1) * 3; x += 1) {
      const at = y * width * 3 + x;
      most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
    }
  }
  return most;
}

describe("a camera over pictures", () => {
  it("begins on exactly the first picture and moves away from it (M3)", () => {
    const first = picture(200);
    const painter = animatePictures(board, first);
    expect(differs(painter.frame(0), rgbOf(first))).toBe(0);
    expect(differs(painter.frame(board.frames - 1), rgbOf(first))).toBeGreaterThan(100);
  });

  it("ends on exactly the last picture, and is between both halfway", () => {
    const [first, last] = [picture(200), picture(40)];
    const painter = animatePictures(board, first, last);
    expect(differs(painter.frame(0), rgbOf(first))).toBe(0);
    const middle = painter.frame(Math.round(board.frames / 2))[0] ?? 0;
    expect(middle).toBeGreaterThan(60);
    expect(middle).toBeLessThan(180);
    expect(differs(painter.frame(board.frames - 1), rgbOf(last))).toBe(0);
  });
});
