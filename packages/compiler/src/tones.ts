/** What a look ends with: levels and a table of colours, which graph and live canvas share. */
import { everyClip, toneTable } from "@cutroom/timeline";
import type { PictureLook, ProjectDocument, ToneCurves } from "@cutroom/timeline";
import { builtInTable } from "./lut/built-in-tables.ts";
import { mixedTable, writeCube } from "./lut/colour-table.ts";
import type { ColourTable } from "./lut/colour-table.ts";
import type { PlanLayer, PlanLut } from "./plan.ts";

export interface PlanTones {
  /** Absent: no level changes. */
  readonly curves?: ToneCurves;
  /** Of one of the plan's tables, which comes after the curves; absent: none. */
  readonly lutId?: string;
}

function lutOf(look: PictureLook | undefined): PlanLut | null {
  const { lut = null, lutStrength: strength = 1 } = look ?? {};
  if (lut === null || strength === 0) return null;
  if (lut.kind === "built-in") return { id: `lut-${lut.name}-${strength}`, source: lut, strength };
  const { name: _name, ...source } = lut;
  return { id: `lut-file-${lut.assetId}-${strength}`, source, strength };
}

export function tonesOf(look: PictureLook | undefined): PlanTones | null {
  const curves = look?.curves ?? null;
  const lut = lutOf(look);
  if (curves === null && lut === null) return null;
  return { ...(curves && { curves }), ...(lut && { lutId: lut.id }) };
}

/** Every table that a clip names, once. */
export function lutsOf(document: ProjectDocument): PlanLut[] {
  const luts = everyClip(document).flatMap((clip) =>
    clip.kind === "media" ? (lutOf(clip.look) ?? []) : [],
  );
  return [...new Map(luts.map((lut) => [lut.id, lut])).values()];
}

/** Those of `luts` that the layers' pictures name; no field at all when none is. */
export function usedLuts(
  luts: readonly PlanLut[] = [],
  layers: readonly PlanLayer[],
): { luts?: readonly PlanLut[] } {
  const named = new Set(layers.flatMap((layer) => layer.pictures.map((one) => one.tones?.lutId)));
  const used = luts.filter((lut) => named.has(lut.id));
  return used.length === 0 ? {} : { luts: used };
}

/** What a table of the plan does, its strength being part of it; `file` is what its file holds. */
export function lutTable({ source, strength }: PlanLut, file: ColourTable | null): ColourTable {
  if (source.kind === "built-in") return mixedTable(builtInTable(source.name), strength);
  if (file === null) throw new Error(`the table ${source.assetId} was not read`);
  return mixedTable(file, strength);
}

/** FFmpeg cuts levels off where they should be rounded. */
const HALF_LEVEL = 0.5 / 255;

/** The file that FFmpeg reads of it: numbers of our own writing, whatever theirs were. */
export function lutFile(lut: PlanLut, file: ColourTable | null): string {
  return writeCube(lutTable(lut, file), HALF_LEVEL);
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

function curveFilter(curves: ToneCurves): string {
  const { red, green, blue } = channelTables(curves);
  const [r, g, b] = [red, green, blue].map((table) => `'${tableExpression(table)}'`);
  return `lutrgb=r=${r}:g=${g}:b=${b}`;
}

/**
 * FFmpeg's filters for them; `alpha` keeps the alpha plane. Leaves yuv(a)420p. The tables are
 * ours to the last level: no spline of FFmpeg's is trusted.
 */
export function toneFilters(
  tones: PlanTones | undefined,
  alpha: boolean,
  fileOf: (lutId: string) => string,
): string[] {
  if (tones === undefined) return [];
  const { curves, lutId } = tones;
  return [
    "scale=in_color_matrix=bt709:in_range=tv",
    `format=${alpha ? "gbrap" : "gbrp"}`,
    ...(curves ? [curveFilter(curves)] : []),
    ...(lutId === undefined ? [] : [`lut3d=file=${fileOf(lutId)}:interp=tetrahedral`]),
    "scale=out_color_matrix=bt709:out_range=tv",
    `format=${alpha ? "yuva420p" : "yuv420p"}`,
  ];
}
