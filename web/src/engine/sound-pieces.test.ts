import type { SoundSpan } from "@cutroom/compiler";
import { secondsToFlicks } from "@cutroom/timeline";
import { expect, test } from "vitest";
import { soundPieces } from "./sound-pieces.ts";

const span = (part: Partial<SoundSpan>): SoundSpan => ({
  clipId: "c",
  trackId: "t",
  inputId: "a",
  stream: 0,
  channels: 2,
  startSample: 0,
  endSample: 48_000,
  sourceStart: 0,
  speed: { n: 1, d: 1 },
  reversed: false,
  keepsPitch: true,
  pan: 0,
  gains: [],
  ...part,
});

test("pieces follow one another without gap or overlap, and cover the span", () => {
  const pieces = soundPieces(
    span({ startSample: 24_000, endSample: 144_000, sourceStart: secondsToFlicks(3.25) }),
    48_000,
  );
  expect(pieces.map((piece) => piece.chunk)).toEqual([3, 4, 5]);
  expect(pieces[0]?.offsetS).toBeCloseTo(0.25);
  let planS = 0.5;
  for (const piece of pieces) {
    expect(piece.planS).toBeCloseTo(planS, 9);
    planS += piece.lengthS;
  }
  expect(planS).toBeCloseTo(3, 9);
});

test("a clip at double speed reads twice as much", () => {
  const pieces = soundPieces(span({ speed: { n: 2, d: 1 } }), 48_000);
  expect(pieces.map((piece) => [piece.chunk, piece.planS, piece.lengthS])).toEqual([
    [0, 0, 1],
    [1, 0.5, 1],
  ]);
});

test("what lies before the asset's beginning stays silent", () => {
  const [first] = soundPieces(span({ sourceStart: secondsToFlicks(-0.25) }), 48_000);
  expect(first?.planS).toBeCloseTo(0.25);
  expect(first?.offsetS).toBe(0);
  expect(first?.lengthS).toBeCloseTo(0.75);
});

test("backwards the chunks come last first, each from where its end was", () => {
  const pieces = soundPieces(
    span({ endSample: 96_000, sourceStart: secondsToFlicks(2.25), reversed: true }),
    48_000,
  );
  expect(
    pieces.map(({ chunk, planS, offsetS, lengthS }) => [chunk, planS, offsetS, lengthS]),
  ).toEqual([
    [2, 0, 0.75, 0.25],
    [1, 0.25, 0, 1],
    [0, 1.25, 0, 0.75],
  ]);
});

test("backwards there is nothing before the asset's own beginning either", () => {
  const pieces = soundPieces(span({ sourceStart: secondsToFlicks(0.5), reversed: true }), 48_000);
  expect(pieces.map(({ chunk, lengthS }) => [chunk, lengthS])).toEqual([[0, 0.5]]);
});
