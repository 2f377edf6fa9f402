/** Pure: what the numbers of an RGB picture mean, and how they become sRGB. */

/** The linear light of a stored value; both lie between 0 and 1. */
export type Curve = (value: number) => number;

/** Row by row: red, green and blue of the result from those of the source. */
export type Matrix = readonly [
  ...[number, number, number],
  ...[number, number, number],
  ...[number, number, number],
];

export interface RgbSpace {
  readonly linear: readonly [red: Curve, green: Curve, blue: Curve];
  readonly toLinearSrgb: Matrix;
}

/** IEC 61966-2-1, and both ways. */
export const srgbToLinear: Curve = (value) =>
  value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const linearToSrgb: Curve = (value) =>
  value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** From a D65 white to the same white: SMPTE EG 432-1 and ITU-R BT.2020, by their primaries. */
const P3_TO_SRGB: Matrix = [
  ...([1.224_940_2, -0.224_940_2, 0] as const),
  ...([-0.042_056_9, 1.042_057_1, 0] as const),
  ...([-0.019_637_6, -0.078_636_1, 1.098_273_5] as const),
];
const BT2020_TO_SRGB: Matrix = [
  ...([1.660_491, -0.587_641_1, -0.072_849_9] as const),
  ...([-0.124_550_5, 1.132_899_9, -0.008_349_4] as const),
  ...([-0.018_150_8, -0.100_578_9, 1.118_729_7] as const),
];

/** By the code points of ITU-T H.273 that containers and bitstreams carry; null: as sRGB. */
export function spaceOfCodes(primaries: number, transfer: number): RgbSpace | null {
  const matrices: Readonly<Record<number, Matrix>> = { 9: BT2020_TO_SRGB, 12: P3_TO_SRGB };
  const curves: Readonly<Record<number, Curve>> = {
    4: (value) => value ** 2.2,
    5: (value) => value ** 2.8,
    8: (value) => value,
  };
  const curve = curves[transfer] ?? srgbToLinear;
  const matrix = matrices[primaries];
  if (matrix === undefined && curve === srgbToLinear) return null;
  return {
    linear: [curve, curve, curve],
    toLinearSrgb: matrix ?? [1, 0, 0, 0, 1, 0, 0, 0, 1],
  };
}

const LEVELS = 65_536;

/**
 * Makes the function that turns 16-bit RGBA into 8-bit RGBA of sRGB. Alpha is kept; a colour
 * beyond sRGB is cut off channel by channel, as browsers do.
 */
export function createSrgbConverter(space: RgbSpace): (pixels: Uint16Array) => Uint8Array {
  const [red, green, blue] = space.linear.map((curve) =>
    Float32Array.from({ length: LEVELS }, (_, level) => curve(level / (LEVELS - 1))),
  ) as [Float32Array, Float32Array, Float32Array];
  const encoded = Uint8Array.from({ length: LEVELS }, (_, level) =>
    Math.round(255 * linearToSrgb(level / (LEVELS - 1))),
  );
  const encode = (light: number) =>
    encoded[light <= 0 ? 0 : light >= 1 ? LEVELS - 1 : (light * (LEVELS - 1) + 0.5) | 0] ?? 0;
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = space.toLinearSrgb;
  return (pixels) => {
    const out = new Uint8Array(pixels.length);
    for (let at = 0; at < pixels.length; at += 4) {
      const r = red[pixels[at] ?? 0] ?? 0;
      const g = green[pixels[at + 1] ?? 0] ?? 0;
      const b = blue[pixels[at + 2] ?? 0] ?? 0;
      out[at] = encode(rr * r + rg * g + rb * b);
      out[at + 1] = encode(gr * r + gg * g + gb * b);
      out[at + 2] = encode(br * r + bg * g + bb * b);
      out[at + 3] = (pixels[at + 3] ?? 0) >>> 8;
    }
    return out;
  };
}

const STEPS = [0, 51, 102, 153, 204, 255];

/** Whether no colour changes by more than a level of 255: such a picture is left as it is. */
export function isSrgb(space: RgbSpace): boolean {
  const samples = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.flatMap((b) => [r, g, b, 255])));
  const seen = createSrgbConverter(space)(Uint16Array.from(samples, (level) => level * 257));
  return samples.every((level, at) => Math.abs(level - (seen[at] ?? 0)) <= 1);
}
