/**
 * Pure: the ICC profiles that cameras, phones and painters write into RGB pictures: a matrix and
 * a curve for each channel (ICC.1:2022, 8.3.3 and 10). Profiles of other kinds are for printers.
 */
import type { Curve, Matrix, RgbSpace } from "./rgb-space.ts";

const HEADER_BYTES = 128;
const MAX_TAGS = 200;
/** Bradford-adapted D50, which profiles are written in, to linear sRGB. */
const D50_TO_SRGB: Matrix = [
  ...([3.133_856_1, -1.616_866_7, -0.490_614_6] as const),
  ...([-0.978_768_4, 1.916_141_5, 0.033_454] as const),
  ...([0.071_945_3, -0.228_991_4, 1.405_242_7] as const),
];

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)));
/** s15Fixed16Number. */
const fixedAt = (view: DataView, at: number) => view.getInt32(at) / 65_536;

/** Throws a RangeError where the profile ends too soon. */
function tagsOf(profile: DataView): ReadonlyMap<string, DataView> {
  const count = Math.min(profile.getUint32(HEADER_BYTES), MAX_TAGS);
  const tags = new Map<string, DataView>();
  for (let index = 0; index < count; index += 1) {
    const at = HEADER_BYTES + 4 + index * 12;
    const [offset, length] = [profile.getUint32(at + 4), profile.getUint32(at + 8)];
    if (offset + length > profile.byteLength) throw new RangeError("a tag beyond the profile");
    const tag = new DataView(profile.buffer, profile.byteOffset + offset, length);
    tags.set(textAt(profile, at), tag);
  }
  return tags;
}

function tableCurve(table: readonly number[]): Curve {
  return (value) => {
    const place = value * (table.length - 1);
    const below = Math.floor(place);
    const [low = 0, high = low] = [table[below], table[below + 1]];
    return low + (high - low) * (place - below);
  };
}

/** Curves of 10.18, by their number. */
function parametricCurve(tag: DataView): Curve | null {
  const kind = tag.getUint16(8);
  const count = [1, 3, 4, 5, 7][kind];
  if (count === undefined) return null;
  const numbers = Array.from({ length: count }, (_, index) => fixedAt(tag, 12 + index * 4));
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  const power = (value: number) => Math.max(0, a * value + b) ** g;
  if (kind === 0) return (value) => value ** g;
  if (kind === 1) return (value) => (value >= -b / a ? power(value) : 0);
  if (kind === 2) return (value) => (value >= -b / a ? power(value) + c : c);
  return (value) => (value >= d ? power(value) + e : c * value + f);
}

function curveOf(tag: DataView): Curve | null {
  const kind = textAt(tag, 0);
  if (kind === "para") return parametricCurve(tag);
  if (kind !== "curv") return null;
  const count = tag.getUint32(8);
  if (count === 0) return (value) => value;
  if (count === 1) {
    const gamma = tag.getUint16(12) / 256;
    return (value) => value ** gamma;
  }
  if (12 + count * 2 > tag.byteLength) return null;
  return tableCurve(
    Array.from({ length: count }, (_, index) => tag.getUint16(12 + index * 2) / 65_535),
  );
}

/** Columns of colorants to the matrix from linear light of the profile to linear sRGB. */
function toLinearSrgb(colorants: readonly DataView[]): Matrix {
  const xyz = colorants.map((tag) => [8, 12, 16].map((at) => fixedAt(tag, at)));
  const cell = (row: number, column: number) =>
    [0, 1, 2].reduce(
      (sum, k) => sum + (D50_TO_SRGB[row * 3 + k] ?? 0) * (xyz[column]?.[k] ?? 0),
      0,
    );
  const [first, second, third] = [0, 1, 2].map(
    (row) => [cell(row, 0), cell(row, 1), cell(row, 2)] as const,
  );
  const none = [0, 0, 0] as const;
  return [...(first ?? none), ...(second ?? none), ...(third ?? none)];
}

function parse(profile: DataView): RgbSpace | null {
  if (textAt(profile, 16) !== "RGB " || textAt(profile, 20) !== "XYZ ") return null;
  const tags = tagsOf(profile);
  const named = (names: readonly string[]) =>
    names.flatMap((name) => {
      const tag = tags.get(name);
      return tag === undefined ? [] : [tag];
    });
  const colorants = named(["rXYZ", "gXYZ", "bXYZ"]);
  const [red, green, blue] = named(["rTRC", "gTRC", "bTRC"]).map((tag) => curveOf(tag));
  if (colorants.length !== 3 || !red || !green || !blue) return null;
  return { linear: [red, green, blue], toLinearSrgb: toLinearSrgb(colorants) };
}

/** Null for a profile of another kind, or one that is broken: its picture is taken as sRGB. */
export function readIccProfile(bytes: Uint8Array): RgbSpace | null {
  try {
    return parse(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
