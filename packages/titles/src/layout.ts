/**
 * Where each piece of a title's text goes. Pieces of different fonts are placed one by one:
 * the rasteriser drops a line when two fonts shape it into different numbers of glyphs, as
 * they do with joined emoji and Arabic ligatures.
 */
import { fontRuns } from "./coverage.ts";
import type { FontRun } from "./coverage.ts";
import { linesOf } from "./text.ts";
import type { TitleLook } from "./title-svg.ts";

/** How far a run moves the pen, trailing spaces included, in pixels. */
export type AdvanceOf = (run: FontRun) => number;

export interface PlacedRun extends FontRun {
  /** From the block's centre. */
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle";
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
  readonly runs: readonly FontRun[];
  readonly advances: readonly number[];
  readonly width: number;
}

function measureLine(line: string, emPx: number, advanceOf: AdvanceOf): Line {
  const inOrder = fontRuns(line);
  const runs = readsLeftward(line) ? inOrder.toReversed() : inOrder;
  const advances = runs.map((run) =>
    run.text.trim() === "" ? run.text.length * SPACE * emPx : advanceOf(run),
  );
  return { runs, advances, width: advances.reduce((sum, advance) => sum + advance, 0) };
}

export function layoutTitle(look: TitleLook, emPx: number, advanceOf: AdvanceOf): TitleLayout {
  const { align, boxColour, lineHeight } = look.style;
  const texts = linesOf(look.text);
  const step = emPx * lineHeight;
  const blockHeight = texts.length * step;
  const yOf = (index: number) => (index + 0.5) * step - blockHeight / 2 + BASELINE * emPx;
  const free = align === "center" && boxColour === null;
  if (free && texts.every((line) => fontRuns(line).length <= 1)) {
    const runs = texts.flatMap((line, index) =>
      fontRuns(line).map(({ text, family }): PlacedRun => ({
        text,
        family,
        x: 0,
        y: yOf(index),
        anchor: "middle",
      })),
    );
    return { runs, blockWidth: 0, blockHeight };
  }
  const lines = texts.map((line) => measureLine(line, emPx, advanceOf));
  const blockWidth = Math.max(0, ...lines.map((line) => line.width));
  const slack = { left: 0, center: 0.5, right: 1 }[align];
  const runs = lines.flatMap((line, index) => {
    let x = -blockWidth / 2 + slack * (blockWidth - line.width);
    return line.runs.map(({ text, family }, at): PlacedRun => {
      const placed: PlacedRun = { text, family, x, y: yOf(index), anchor: "start" };
      x += line.advances[at] ?? 0;
      return placed;
    });
  });
  return { runs, blockWidth, blockHeight };
}
