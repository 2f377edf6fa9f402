/** The plan's levels on a canvas: the graph's own tables, pixel by pixel. */
import { channelTables } from "@cutroom/compiler";
import type { PlanTones } from "@cutroom/compiler";

type ChannelTables = ReturnType<typeof channelTables>;

/** Plans are compared by identity, so a table is made once for each. */
const made = new WeakMap<PlanTones["curves"], ChannelTables>();

function tablesOf(curves: PlanTones["curves"]): ChannelTables {
  const tables = made.get(curves) ?? channelTables(curves);
  made.set(curves, tables);
  return tables;
}

/** Changes RGBA in place; what is clear stays as it is. */
export function applyTones(data: Uint8ClampedArray, tones: PlanTones): void {
  const { red, green, blue } = tablesOf(tones.curves);
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    data[at] = red[data[at] ?? 0] ?? 0;
    data[at + 1] = green[data[at + 1] ?? 0] ?? 0;
    data[at + 2] = blue[data[at + 2] ?? 0] ?? 0;
  }
}
