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

export function place(frame: Frame, sheet: Sheet, top: number, view: View): void {
  const { width, height, pixels: out } = frame;
  const columns = axis(width, sheet.width, view.x, view.scale);
  const rows = axis(height, sheet.height, view.y, view.scale);
  const { pixels } = sheet;
  const stride = sheet.width * 4;
  for (let y = 0; y < height; y += 1) {
    const row = rows.from[y] ?? 0;
    if (row + 1 < top) continue;
    const lower = rows.share[y] ?? 0;
    for (let x = 0; x < width; x += 1) {
      const at = row * stride + (columns.from[x] ?? 0) * 4;
      const right = columns.share[x] ?? 0;
      const [d, b] = [(lower * right) >> 8, ((256 - lower) * right) >> 8];
      const [c, a] = [lower - d, 256 - lower - b];
      const down = at + stride;
      const alpha =
        (pixels[at + 3] ?? 0) * a +
        (pixels[at + 7] ?? 0) * b +
        (pixels[down + 3] ?? 0) * c +
        (pixels[down + 7] ?? 0) * d;
      const keep = 65_280 - alpha;
      const to = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const colour =
          (pixels[at + channel] ?? 0) * a +
          (pixels[at + 4 + channel] ?? 0) * b +
          (pixels[down + channel] ?? 0) * c +
          (pixels[down + 4 + channel] ?? 0) * d;
        out[to + channel] = colour / 256 + ((out[to + channel] ?? 0) * keep) / 65_280;
      }
    }
  }
}
