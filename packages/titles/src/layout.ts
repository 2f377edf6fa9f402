/**
 * Where each piece of a title's text goes. Pieces of different fonts are placed one by one:
 * the rasteriser drops a line when two fonts shape it into different numbers of glyphs, as
 * they do with joined emoji and Arabic ligatures.
 */
import { fontRuns } from "./coverage.ts";
import type { FontRun } from "./coverage.ts";
import { drawableText, textLines } from "./text.ts";
import type { TitleLook } from "./title-svg.ts";
import { wrapLine } from "./wrap.ts";
import type { TextLine } from "./wrap.ts";

/** How far a run moves the pen, trailing spaces included, in pixels. */
export type AdvanceOf = (run: FontRun) => number;

export interface PlacedRun extends FontRun {
  /** From the block's centre. */
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle";
  /** Index of the caption's word that it belongs to. */
  readonly word: number | null;
}

export interface TitleLayout {
  readonly runs: readonly PlacedRun[];
  /** 0 when nothing depends on it. */
  readonly blockWidth: number;
  readonly blockHeight: number;
}

const BASELINE = 0.36;
/** Inter's space; a space has no box to measure. */
const SPACE = 0.28;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const STRONG = /\p{Letter}/u;

/** Does the line read from right to left? As its first letter does. */
function readsLeftward(line: string): boolean {
  const first = Array.from(line).find((character) => STRONG.test(character));
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}

interface Line {
  readonly runs: readonly LineRun[];
  readonly advances: readonly number[];
  readonly width: number;
}

interface LineRun extends FontRun {
  readonly word: number | null;
}

/** Text and the places of words in it, after what cannot be drawn is gone. */
function drawnWords(look: TitleLook) {
  const words = look.caption?.words ?? [];
  let text = "";
  let from = 0;
  const places = words.map((word) => {
    text += drawableText(look.text.slice(from, word.from));
    const start = text.length;
    text += drawableText(look.text.slice(word.from, word.to));
    from = word.to;
    return { from: start, to: text.length };
  });
  return { text: text + drawableText(look.text.slice(from)), places };
}

/** A line's runs: cut where the font changes, and at both ends of every word. */
function runsOf(line: TextLine, words: readonly { from: number; to: number }[]): LineRun[] {
  const end = line.from + line.text.length;
  const runs: LineRun[] = [];
  let cursor = line.from;
  const add = (to: number, word: number | null) => {
    const part = line.text.slice(cursor - line.from, to - line.from);
    for (const { text, family } of fontRuns(part)) runs.push({ text, family, word });
    cursor = Math.max(cursor, to);
  };
  for (const [index, word] of words.entries()) {
    if (word.to <= line.from || word.from >= end) continue;
    if (word.from > cursor) add(word.from, null);
    add(Math.min(end, word.to), index);
  }
  if (cursor < end) add(end, null);
  return runs;
}

export function layoutTitle(look: TitleLook, emPx: number, advanceOf: AdvanceOf): TitleLayout {
  const { align, boxColour, lineHeight } = look.style;
  const { text, places } = drawnWords(look);
  const widthOf = (run: FontRun) =>
    run.text.trim() === "" ? run.text.length * SPACE * emPx : advanceOf(run);
  const limitPx = look.caption?.maxWidthPx ?? Number.POSITIVE_INFINITY;
  const lines = textLines(text).flatMap((line) =>
    Number.isFinite(limitPx)
      ? wrapLine(line, limitPx, (part) =>
          fontRuns(part).reduce((sum, run) => sum + widthOf(run), 0),
        )
      : [line],
  );
  const step = emPx * lineHeight;
  const blockHeight = lines.length * step;
  const yOf = (index: number) => (index + 0.5) * step - blockHeight / 2 + BASELINE * emPx;
  const inRuns = lines.map((line) => runsOf(line, places));
  const free = align === "center" && boxColour === null;
  if (free && inRuns.every((runs) => runs.length <= 1)) {
    const runs = inRuns.flatMap((line, index) =>
      line.map((run): PlacedRun => ({ ...run, x: 0, y: yOf(index), anchor: "middle" })),
    );
    return { runs, blockWidth: 0, blockHeight };
  }
  const measured = inRuns.map((runs, index): Line => {
    const ordered = readsLeftward(lines[index]?.text ?? "") ? runs.toReversed() : runs;
    const advances = ordered.map((run) => widthOf(run));
    const width = advances.reduce((sum, advance) => sum + advance, 0);
    return { runs: ordered, advances, width };
  });
  const blockWidth = Math.max(0, ...measured.map((line) => line.width));
  const slack = { left: 0, center: 0.5, right: 1 }[align];
  const runs = measured.flatMap((line, index) => {
    let x = -blockWidth / 2 + slack * (blockWidth - line.width);
    return line.runs.map((run, at): PlacedRun => {
      const placed: PlacedRun = { ...run, x, y: yOf(index), anchor: "start" };
      x += line.advances[at] ?? 0;
      return placed;
    });
  });
  return { runs, blockWidth, blockHeight };
}
