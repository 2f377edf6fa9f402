import type { CostProfile, CostRow } from "@cutroom/contracts";

/** Of a cost, in the order of the file. */
export const COST_FIELDS = [
  "provider_estimate",
  "provider_actual",
  "retry",
  "media_compute",
  "storage",
  "cdn",
] as const satisfies readonly (keyof CostProfile)[];
const MICROS = 1_000_000;

/** The names of the columns, in their order. */
export const COST_COLUMNS = [
  "day",
  "user",
  "scene",
  "model",
  "tasks",
  "settled",
  "refunded",
  "compensated",
  "currency",
  ...COST_FIELDS,
] as const;
export type CostColumn = (typeof COST_COLUMNS)[number];

/** A text that a spreadsheet would take for a formula is told to be a text. */
function field(value: string | number): string {
  const text =
    typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Tasks and credits stand on a row's first line, so that a column's sum is right. */
function linesOf(row: CostRow): (string | number)[][] {
  const who: (string | number)[] = [
    row.day ?? "",
    row.user?.name ?? row.user?.id ?? "",
    row.scene ?? "",
    row.model ?? "",
  ];
  const { settled, refunded, compensated } = row.credits;
  const costs = row.costs.length === 0 ? [null] : row.costs;
  return costs.map((cost, index) =>
    who.concat(
      index === 0 ? [row.tasks, settled, refunded, compensated] : [0, 0, 0, 0],
      [cost?.currency ?? ""],
      COST_FIELDS.map((name) => (cost?.[name] ?? 0) / MICROS),
    ),
  );
}

/** RFC 4180, with the byte order mark by which spreadsheets know UTF-8. */
export function costCsv(
  rows: readonly CostRow[],
  names: Readonly<Record<CostColumn, string>>,
): string {
  const lines = [COST_COLUMNS.map((column) => names[column]), ...rows.flatMap(linesOf)];
  return `\uFEFF${lines.map((line) => `${line.map(field).join(",")}\r\n`).join("")}`;
}
