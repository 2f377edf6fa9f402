/** Which font draws which character, told without loading any font. */
import { COVERAGE_RUNS } from "./coverage-table.ts";
import { FAMILIES } from "./fonts.ts";
import type { FontFamily } from "./fonts.ts";
import { drawableText } from "./text.ts";

interface Run {
  readonly from: number;
  readonly to: number;
}

const runsByFamily = new Map<FontFamily, readonly Run[]>();

function runsOf(family: FontFamily): readonly Run[] {
  const known = runsByFamily.get(family);
  if (known) return known;
  const numbers = COVERAGE_RUNS[family].split(" ").map((part) => Number.parseInt(part, 36));
  const runs: Run[] = [];
  let end = 0;
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const from = end + (numbers[index] ?? 0);
    end = from + (numbers[index + 1] ?? 0);
    runs.push({ from, to: end });
  }
  runsByFamily.set(family, runs);
  return runs;
}

function isIn(runs: readonly Run[], code: number): boolean {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.to ?? 0) <= code) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run !== undefined && code >= run.from;
}

/** Characters that steer shaping and have no picture of their own. */
const INVISIBLE = /^[\p{Cf}\p{Variation_Selector}\u034f\n]$/u;

/** The family that draws a character; null when none does. */
function familyOf(character: string): FontFamily | null {
  const code = character.codePointAt(0) ?? 0;
  return FAMILIES.find((family) => isIn(runsOf(family), code)) ?? null;
}

const EMOJI_STYLE = /\ufe0f|\u20e3|\p{Emoji_Modifier}|\p{Regional_Indicator}/u;

/** One font for all of a grapheme: a sequence torn between two fonts would fall apart. */
function familyOfGrapheme(grapheme: string): FontFamily {
  const visible = Array.from(grapheme).filter((character) => !INVISIBLE.test(character));
  const all = visible.map((character) => familyOf(character));
  if (EMOJI_STYLE.test(grapheme) && all.includes("Noto Emoji")) return "Noto Emoji";
  return all.find((family) => family !== null) ?? "Inter";
}

export interface FontRun {
  readonly text: string;
  readonly family: FontFamily;
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * A line cut where the font changes. Spaces at a cut are a run of their own, because their
 * place between two scripts depends on the line's direction.
 */
export function fontRuns(line: string): FontRun[] {
  const runs: { text: string; family: FontFamily }[] = [];
  let spaces = "";
  for (const { segment } of graphemes.segment(line)) {
    if (segment === " ") {
      spaces += segment;
      continue;
    }
    const family = familyOfGrapheme(segment);
    const last = runs.at(-1);
    if (last?.family === family) {
      last.text += spaces + segment;
    } else {
      if (spaces !== "") runs.push({ text: spaces, family: "Inter" });
      runs.push({ text: segment, family });
    }
    spaces = "";
  }
  if (spaces !== "") runs.push({ text: spaces, family: "Inter" });
  return runs;
}

/** The families that `text` needs, Inter always among them. */
export function familiesOf(text: string): FontFamily[] {
  const needed = new Set<FontFamily>(["Inter"]);
  for (const run of fontRuns(drawableText(text))) needed.add(run.family);
  return FAMILIES.filter((family) => needed.has(family));
}

/** The characters of `text` that no font here can draw, each once, in order. Empty: all fine. */
export function checkCoverage(text: string): string[] {
  const missing = new Set<string>();
  for (const character of drawableText(text)) {
    if (!INVISIBLE.test(character) && familyOf(character) === null) missing.add(character);
  }
  return [...missing];
}
