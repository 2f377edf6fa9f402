/** A cube of colours: what becomes of each colour, between its points along tetrahedra. */

export interface ColourTable {
  /** Points along each side. */
  readonly size: number;
  /** Red, green and blue of each point, 0 to 1; red changes fastest, as in a .cube file. */
  readonly values: Float32Array;
}

export type Colour = readonly [red: number, green: number, blue: number];

/** The table of `colourOf`, whose arguments and results are 0 to 1. */
export function tableOf(size: number, colourOf: (colour: Colour) => Colour): ColourTable {
  const values = new Float32Array(3 * size ** 3);
  const share = (index: number) => index / (size - 1);
  for (let at = 0; at < size ** 3; at += 1) {
    const [red, green, blue] = [
      at % size,
      Math.floor(at / size) % size,
      Math.floor(at / size ** 2),
    ];
    const colour = colourOf([share(red), share(green), share(blue)]);
    values.set(
      colour.map((value) => Math.min(1, Math.max(0, value))),
      3 * at,
    );
  }
  return { size, values };
}

/** Part of the way, 0 to 1, from colours as they are to those of the table. */
export function mixedTable({ size, values }: ColourTable, strength: number): ColourTable {
  const plain = tableOf(size, (colour) => colour);
  return { size, values: values.map((value, at) => mixed(plain.values[at] ?? 0, value, strength)) };
}

const mixed = (from: number, to: number, share: number) => from + (to - from) * share;

/** The table as a .cube file, every value moved by `lift`. */
export function writeCube({ size, values }: ColourTable, lift = 0): string {
  const lines = [`LUT_3D_SIZE ${size}`];
  const written = (value: number) => (value + lift).toFixed(6);
  for (let at = 0; at < values.length; at += 3) {
    lines.push(Array.from(values.subarray(at, at + 3), written).join(" "));
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Changes 8-bit RGBA in place as FFmpeg's tetrahedral interpolation does; what is clear stays.
 * `levels` says for each channel which level a level has become before.
 */
export function lookUp(
  data: Uint8ClampedArray,
  { size, values }: ColourTable,
  levels: readonly [Uint8Array, Uint8Array, Uint8Array],
): void {
  const scale = (size - 1) / 255;
  const steps = [3, 3 * size, 3 * size * size] as const;
  // By level: where the point below it is, and how far beyond that it lies.
  const places = levels.map((table, channel) => {
    const below = Int32Array.from(
      table,
      (level) => Math.min(size - 2, Math.floor(level * scale)) * (steps[channel] ?? 0),
    );
    const beyond = Float32Array.from(
      table,
      (level) => level * scale - Math.min(size - 2, Math.floor(level * scale)),
    );
    return { below, beyond };
  });
  const [reds, greens, blues] = places;
  if (reds === undefined || greens === undefined || blues === undefined) return;
  const [stepR, stepG, stepB] = steps;
  const opposite = stepR + stepG + stepB;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const base = (reds.below[r] ?? 0) + (greens.below[g] ?? 0) + (blues.below[b] ?? 0);
    const [x, y, z] = [reds.beyond[r] ?? 0, greens.beyond[g] ?? 0, blues.beyond[b] ?? 0];
    // From the nearest corner along the longest way first, then the next, to the far corner.
    const longest = x >= y ? (x >= z ? stepR : stepB) : y >= z ? stepG : stepB;
    const shortest = x < y ? (x < z ? stepR : stepB) : y < z ? stepG : stepB;
    const [high, low] = [Math.max(x, y, z), Math.min(x, y, z)];
    const middle = x + y + z - high - low;
    const first = base + longest;
    const second = base + opposite - shortest;
    for (let channel = 0; channel < 3; channel += 1) {
      const value =
        (1 - high) * (values[base + channel] ?? 0) +
        (high - middle) * (values[first + channel] ?? 0) +
        (middle - low) * (values[second + channel] ?? 0) +
        low * (values[base + opposite + channel] ?? 0);
      data[at + channel] = 255 * value;
    }
  }
}
