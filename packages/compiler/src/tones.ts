/** What a look does to levels after its grading: tables that graph and live canvas share. */
import { toneTable } from "@cutroom/timeline";
import type { PictureLook, ToneCurves } from "@cutroom/timeline";

export interface PlanTones {
  readonly curves: ToneCurves;
}

export function tonesOf(look: PictureLook | undefined): PlanTones | null {
  const curves = look?.curves ?? null;
  return curves === null ? null : { curves };
}

/** Which level of a channel becomes which, for all 256: its own curve, then the master's. */
export function channelTables(curves: ToneCurves): Record<"red" | "green" | "blue", Uint8Array> {
  const master = curves.master && toneTable(curves.master);
  const tableOf = (channel: "red" | "green" | "blue") => {
    const curve = curves[channel];
    const own = curve ? toneTable(curve) : Uint8Array.from({ length: 256 }, (_, level) => level);
    return master ? own.map((level) => master[level] ?? level) : own;
  };
  return { red: tableOf("red"), green: tableOf("green"), blue: tableOf("blue") };
}

/** `table[val]` as an expression: a tree of choices between its values. */
function tableExpression(table: Uint8Array, from = 0, to = table.length): string {
  const first = table[from] ?? 0;
  if (table.subarray(from, to).every((value) => value === first)) return String(first);
  const middle = (from + to) >> 1;
  const low = tableExpression(table, from, middle);
  return `if(lt(val,${middle}),${low},${tableExpression(table, middle, to)})`;
}

/**
 * FFmpeg's filters for them; `alpha` keeps the alpha plane. Leaves yuv(a)420p. The tables are
 * ours to the last level: no spline of FFmpeg's is trusted.
 */
export function toneFilters(tones: PlanTones | undefined, alpha: boolean): string[] {
  if (tones === undefined) return [];
  const { red, green, blue } = channelTables(tones.curves);
  const [r, g, b] = [red, green, blue].map((table) => `'${tableExpression(table)}'`);
  return [
    "scale=in_color_matrix=bt709:in_range=tv",
    `format=${alpha ? "gbrap" : "gbrp"}`,
    `lutrgb=r=${r}:g=${g}:b=${b}`,
    "scale=out_color_matrix=bt709:out_range=tv",
    `format=${alpha ? "yuva420p" : "yuv420p"}`,
  ];
}
