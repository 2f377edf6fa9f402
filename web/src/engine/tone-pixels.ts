/** The plan's levels and tables of colours on a canvas, pixel by pixel, as the graph has them. */
import { channelTables, lookUp, lutTable } from "@cutroom/compiler";
import type { ColourTable, DrawnTones } from "@cutroom/compiler";

type Levels = readonly [red: Uint8Array, green: Uint8Array, blue: Uint8Array];

const UNCHANGED = Uint8Array.from({ length: 256 }, (_, level) => level);
const STRAIGHT: Levels = [UNCHANGED, UNCHANGED, UNCHANGED];

/** Parts of a plan are compared by identity, so what they say is worked out once for each. */
const levels = new WeakMap<NonNullable<DrawnTones["curves"]>, Levels>();
const tables = new WeakMap<NonNullable<DrawnTones["lut"]>, ColourTable>();

function levelsOf(curves: DrawnTones["curves"]): Levels {
  if (curves === null) return STRAIGHT;
  const known = levels.get(curves);
  if (known !== undefined) return known;
  const { red, green, blue } = channelTables(curves);
  levels.set(curves, [red, green, blue]);
  return [red, green, blue];
}

function tableOf(lut: NonNullable<DrawnTones["lut"]>): ColourTable {
  const table = tables.get(lut) ?? lutTable(lut);
  tables.set(lut, table);
  return table;
}

/** Changes RGBA in place; what is clear stays as it is. */
export function applyTones(data: Uint8ClampedArray, { curves, lut }: DrawnTones): void {
  const changed = levelsOf(curves);
  if (lut !== null) {
    lookUp(data, tableOf(lut), changed);
    return;
  }
  const [red, green, blue] = changed;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    data[at] = red[data[at] ?? 0] ?? 0;
    data[at + 1] = green[data[at + 1] ?? 0] ?? 0;
    data[at + 2] = blue[data[at + 2] ?? 0] ?? 0;
  }
}
