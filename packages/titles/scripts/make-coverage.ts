/**
 * Writes src/coverage-table.ts: which characters each font family adds to the ones before it,
 * so that coverage can be told without loading a font. Run it when a font is upgraded:
 * `npx tsx packages/titles/scripts/make-coverage.ts`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { FAMILIES, titleFontFiles } from "../src/fonts.ts";
import { fontCodePoints } from "./font-cmap.ts";

const require = createRequire(import.meta.url);

/** Gap and length of each run of code points, base 36. */
function packRuns(points: readonly number[]): string {
  const runs: string[] = [];
  let end = 0;
  for (let index = 0; index < points.length;) {
    const start = points[index] ?? 0;
    let length = 1;
    while (points[index + length] === start + length) length += 1;
    runs.push((start - end).toString(36), length.toString(36));
    end = start + length;
    index += length;
  }
  return runs.join(" ");
}

async function main(): Promise<void> {
  const seen = new Set<number>();
  const lines: string[] = [];
  for (const family of FAMILIES) {
    const file = titleFontFiles.find((one) => one.family === family);
    if (!file) throw new Error(`no file of ${family}`);
    const points = fontCodePoints(await readFile(require.resolve(file.module)));
    const added = [...points].filter((code) => !seen.has(code)).toSorted((a, b) => a - b);
    for (const code of added) seen.add(code);
    lines.push(`  "${family}":\n    "${packRuns(added)}",`);
  }
  const head = "/** Written by scripts/make-coverage.ts from the fonts' own tables. */\n";
  const table = `export const COVERAGE_RUNS = {\n${lines.join("\n")}\n} as const;\n`;
  await writeFile(new URL("../src/coverage-table.ts", import.meta.url), head + table);
}

void main();
