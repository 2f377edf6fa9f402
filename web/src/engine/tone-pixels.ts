/** Light, grading, levels and tables of colours on a canvas, pixel by pixel, as the graph has them. */
import { channelTables, lookUp } from "@cutroom/compiler";
import type { ColourTable, DrawnTones, PlanColour } from "@cutroom/compiler";

/** Moves the light of a picture and leaves its colours; how, a second picture says. */
export interface LightStep {
  /** The second picture is a softer one, or a grey sheet of grain, clear where there is none. */
  readonly by: "sharpen" | "grain";
  /** Of the difference to the softer picture, or of the sheet. */
  readonly amount: number;
}

/** What is done to a picture, in this order. */
export interface ToneStep {
  readonly light: LightStep | null;
  readonly colour: PlanColour | null;
  readonly curves: DrawnTones["curves"];
  readonly table: ColourTable | null;
}

type Levels = readonly [red: Uint8Array, green: Uint8Array, blue: Uint8Array];

const UNCHANGED = Uint8Array.from({ length: 256 }, (_, level) => level);
const STRAIGHT: Levels = [UNCHANGED, UNCHANGED, UNCHANGED];

/** Parts of a plan are compared by identity, so curves are worked out once. */
const known = new WeakMap<NonNullable<DrawnTones["curves"]>, Levels>();

export function levelsOf(curves: DrawnTones["curves"]): Levels {
  if (curves === null) return STRAIGHT;
  const kept = known.get(curves);
  if (kept !== undefined) return kept;
  const { red, green, blue } = channelTables(curves);
  known.set(curves, [red, green, blue]);
  return [red, green, blue];
}

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, value));
const lumaOf = (red: number, green: number, blue: number) =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;
/** The graph works on luma of limited range, which is less of a level. */
const LIMITED = 219 / 255;
/** And on chroma of limited range. */
const CHROMA = 224 / 255;

/** How far grain of this level moves a luma: FFmpeg's "overlay". */
function grainMove(luma: number, level: number): number {
  const y = 16 + LIMITED * luma;
  const laid = y < 128 ? (2 * y * level) / 255 : 255 - (2 * (255 - y) * (255 - level)) / 255;
  return (laid - y) / LIMITED;
}

function applyLight(
  data: Uint8ClampedArray,
  { by, amount }: LightStep,
  beside: Uint8ClampedArray,
): void {
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0 || beside[at + 3] === 0) continue;
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    const [r, g, b] = [beside[at] ?? 0, beside[at + 1] ?? 0, beside[at + 2] ?? 0];
    const luma = lumaOf(red, green, blue);
    const moved =
      by === "sharpen"
        ? amount * (luma - lumaOf(r, g, b))
        : grainMove(luma, 128 + amount * (r - 128));
    data[at] = red + moved;
    data[at + 1] = green + moved;
    data[at + 2] = blue + moved;
  }
}

/** Gains of channels, then luma about its middle and colour about grey, which all end at the gamut. */
function applyColour(data: Uint8ClampedArray, colour: PlanColour): void {
  const { contrast, saturation } = colour;
  const middle = (125.5 - 16) / LIMITED;
  const farthest = 112 / CHROMA;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    const red = Math.min(255, (data[at] ?? 0) * colour.red);
    const green = Math.min(255, (data[at + 1] ?? 0) * colour.green);
    const blue = Math.min(255, (data[at + 2] ?? 0) * colour.blue);
    const plain = lumaOf(red, green, blue);
    const luma = within((plain - middle) * contrast + middle, 0, 255);
    const cb = within(((blue - plain) / 1.8556) * saturation, -farthest, farthest);
    const cr = within(((red - plain) / 1.5748) * saturation, -farthest, farthest);
    data[at] = luma + 1.5748 * cr;
    data[at + 1] = luma - 0.187324 * cb - 0.468124 * cr;
    data[at + 2] = luma + 1.8556 * cb;
  }
}

/** Changes RGBA in place; what is clear stays as it is. `beside` is the second picture. */
export function applyTones(
  data: Uint8ClampedArray,
  { light, colour, curves, table }: ToneStep,
  beside: Uint8ClampedArray | null,
): void {
  if (light !== null && beside !== null) applyLight(data, light, beside);
  if (colour !== null) applyColour(data, colour);
  const levels = levelsOf(curves);
  if (table !== null) {
    lookUp(data, table, levels);
    return;
  }
  if (curves === null) return;
  const [red, green, blue] = levels;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    data[at] = red[data[at] ?? 0] ?? 0;
    data[at + 1] = green[data[at + 1] ?? 0] ?? 0;
    data[at + 2] = blue[data[at + 2] ?? 0] ?? 0;
  }
}
