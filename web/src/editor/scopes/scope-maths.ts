/** What scopes count, pixel by pixel, in a small copy of the picture. Pure. */

/** RGBA bytes, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** How often each place of a scope was hit, row by row from the top. */
export interface Counts {
  readonly width: number;
  readonly height: number;
  readonly hits: Uint32Array;
}

export type Channel = "luma" | "red" | "green" | "blue";

const LEVELS = 256;
const OFFSET = { red: 0, green: 1, blue: 2 } as const;

/** BT.709 luma of display RGB, 0 to 255. */
export function lumaOf(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function valueAt({ data }: Pixels, at: number, channel: Channel): number {
  if (channel !== "luma") return data[at + OFFSET[channel]] ?? 0;
  return Math.round(lumaOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
}

/** For every column of the picture, how many of its pixels are how bright; white is on top. */
export function waveform(pixels: Pixels, channel: Channel, rows: number): Counts {
  const { width, height } = pixels;
  const hits = new Uint32Array(width * rows);
  for (let index = 0; index < width * height; index += 1) {
    const value = valueAt(pixels, 4 * index, channel);
    const row = rows - 1 - Math.min(rows - 1, Math.floor((value * rows) / LEVELS));
    const at = row * width + (index % width);
    hits[at] = (hits[at] ?? 0) + 1;
  }
  return { width, height: rows, hits };
}

/** How many pixels have each value of a channel, from black to white. */
export function histogram(pixels: Pixels, channel: Channel): Uint32Array {
  const bins = new Uint32Array(LEVELS);
  for (let at = 0; at < 4 * pixels.width * pixels.height; at += 4) {
    const value = valueAt(pixels, at, channel);
    bins[value] = (bins[value] ?? 0) + 1;
  }
  return bins;
}

/** Where a colour lies on a vectorscope, -1 to 1 each: Cb to the right, Cr upwards (BT.709). */
export function chromaPlace(red: number, green: number, blue: number): [x: number, y: number] {
  const luma = lumaOf(red, green, blue);
  return [(blue - luma) / (1.8556 * 127.5), (red - luma) / (1.5748 * 127.5)];
}

/** How often each chroma occurs; grey is in the middle. */
export function vectorscope({ data, width, height }: Pixels, size: number): Counts {
  const hits = new Uint32Array(size * size);
  const last = size - 1;
  for (let at = 0; at < 4 * width * height; at += 4) {
    const [x, y] = chromaPlace(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    const column = Math.round(((x + 1) / 2) * last);
    const row = Math.round(((1 - y) / 2) * last);
    const place = Math.min(last, Math.max(0, row)) * size + Math.min(last, Math.max(0, column));
    hits[place] = (hits[place] ?? 0) + 1;
  }
  return { width: size, height: size, hits };
}
