/** The plan's levels and tables of colours on a canvas, pixel by pixel, as the graph has them. */
import { channelTables, lookUp } from "@cutroom/compiler";
import type { ColourTable, DrawnTones } from "@cutroom/compiler";

/** What is done to the levels of a picture; `table` comes last. */
export interface ToneStep {
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

/** Changes RGBA in place; what is clear stays as it is. */
export function applyTones(data: Uint8ClampedArray, { curves, table }: ToneStep): void {
  const levels = levelsOf(curves);
  if (table !== null) {
    lookUp(data, table, levels);
    return;
  }
  const [red, green, blue] = levels;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    data[at] = red[data[at] ?? 0] ?? 0;
    data[at + 1] = green[data[at + 1] ?? 0] ?? 0;
    data[at + 2] = blue[data[at + 2] ?? 0] ?? 0;
  }
}
