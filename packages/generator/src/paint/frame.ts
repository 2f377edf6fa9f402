/** Puts a layer onto a frame where the camera sees it: between pixels, so that slow moves are smooth. */
import type { ClipSize } from "@cutroom/domain";
import type { Sheet } from "./sheet.ts";

export interface Frame extends ClipSize {
  /** RGB, three bytes a pixel. */
  readonly pixels: Uint8ClampedArray;
}

/** Where a layer is seen: moved by pixels of the frame, then enlarged around its middle. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Axis {
  readonly from: Int32Array;
  /** Share of the next pixel, of 256. */
  readonly share: Int32Array;
}

function axis(out: number, sheet: number, move: number, scale: number): Axis {
  const from = new Int32Array(out);
  const share = new Int32Array(out);
  for (let at = 0; at < out; at += 1) {
    const spot = (at + 0.5 - out / 2 - move) / scale + sheet / 2 - 0.5;
    const inside = Math.min(Math.max(spot, 0), sheet - 1.004);
    from[at] = Math.floor(inside);
    share[at] = Math.round((inside - Math.floor(inside)) * 256);
  }
  return { from, share };
}

/** The first row of a sheet that has anything on it. */
export function firstRow({ pixels, width, height }: Sheet): number {
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at] !== 0 || pixels[at + 1] !== 0 || pixels[at + 2] !== 0 || pixels[at + 3] !== 0) {
      return Math.floor(at / 4 / width);
    }
  }
  return height;
}

export function place(
  frame: Frame,
  sheet: Pick<Sheet, "width" | "height" | "pixels" | "words">,
  top: number,
  view: View,
): void {
  const { width, height, pixels: out } = frame;
  const columns = axis(width, sheet.width, view.x, view.scale);
  const rows = axis(height, sheet.height, view.y, view.scale);
  const { pixels, words } = sheet;
  const stride = sheet.width * 4;
  for (let y = 0; y < height; y += 1) {
    const row = rows.from[y] ?? 0;
    if (row + 1 < top) continue;
    const lower = rows.share[y] ?? 0;
    for (let x = 0; x < width; x += 1) {
      const spot = row * sheet.width + (columns.from[x] ?? 0);
      const under = spot + sheet.width;
      const upper = (words[spot] ?? 0) | (words[spot + 1] ?? 0);
      if ((upper | (words[under] ?? 0) | (words[under + 1] ?? 0)) === 0) continue;
      const right = columns.share[x] ?? 0;
      const d = (lower * right) >> 8;
      const b = right - d;
      const c = lower - d;
      const a = 256 - lower - b;
      let at = spot * 4;
      const alpha =
        (pixels[at + 3] ?? 0) * a +
        (pixels[at + 7] ?? 0) * b +
        (pixels[at + stride + 3] ?? 0) * c +
        (pixels[at + stride + 7] ?? 0) * d;
      const keep = (65_280 - alpha) / 65_280;
      const to = (y * width + x) * 3;
      for (let channel = to; channel < to + 3; channel += 1) {
        const colour =
          (pixels[at] ?? 0) * a +
          (pixels[at + 4] ?? 0) * b +
          (pixels[at + stride] ?? 0) * c +
          (pixels[at + stride + 4] ?? 0) * d;
        out[channel] = colour / 256 + (out[channel] ?? 0) * keep;
        at += 1;
      }
    }
  }
}
