/** The looks that everybody has: sums and products only, so that every machine gets the same. */
import type { BuiltInLut } from "@cutroom/timeline";
import { tableOf } from "./colour-table.ts";
import type { Colour, ColourTable } from "./colour-table.ts";

const SIZE = 17;

const lumaOf = ([red, green, blue]: Colour) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const each = (colour: Colour, change: (value: number, channel: number) => number): Colour => [
  change(colour[0], 0),
  change(colour[1], 1),
  change(colour[2], 2),
];
/** Between 0 and 1, slow at both ends. */
const smooth = (value: number) => value * value * (3 - 2 * value);
/** Part of the way to an S-curve. */
const contrasted = (colour: Colour, share: number) =>
  each(colour, (value) => value + (smooth(value) - value) * share);
const saturated = (colour: Colour, factor: number) => {
  const luma = lumaOf(colour);
  return each(colour, (value) => luma + (value - luma) * factor);
};
const added = (colour: Colour, tint: Colour, share: number) =>
  each(colour, (value, channel) => value + (tint[channel] ?? 0) * share);

const LOOKS: Readonly<Record<BuiltInLut, (colour: Colour) => Colour>> = {
  /** Shadows to teal, light and skin to orange, as on a film poster. */
  "teal-orange": (colour) => {
    const luma = lumaOf(colour);
    const dark = (1 - luma) * (1 - luma) * Math.min(1, 8 * luma);
    const cool = added(contrasted(saturated(colour, 1.12), 0.25), [-0.07, 0.025, 0.08], dark);
    return added(cool, [0.07, 0.015, -0.09], smooth(luma) * (1 - 0.4 * luma));
  },
  /** Low sun: warm, with open shadows. */
  "golden-hour": (colour) => {
    const luma = lumaOf(colour);
    const open = each(saturated(colour, 1.1), (value) => value + 0.18 * value * (1 - value));
    return added(open, [0.06, 0.015, -0.11], 4 * luma * (1 - luma) * 0.75 + 0.25 * luma);
  },
  /** Old print: black is grey, white is cream, colours are tired. */
  "faded-film": (colour) => {
    const luma = lumaOf(colour);
    const tired = each(saturated(colour, 0.72), (value) => 0.075 + 0.855 * value);
    return added(added(tired, [0, 0.012, 0.02], 1 - luma), [0.03, 0.02, -0.025], luma);
  },
  /** Silver left in the print: hard, and nearly without colour. */
  silver: (colour) => contrasted(saturated(colour, 0.3), 0.75),
};

const made = new Map<BuiltInLut, ColourTable>();

export function builtInTable(name: BuiltInLut): ColourTable {
  const table = made.get(name) ?? tableOf(SIZE, LOOKS[name]);
  made.set(name, table);
  return table;
}
