/** Reads a .cube file (Adobe, 2013), strictly: what is not understood whole is refused whole. */
import { fail, ok } from "@cutroom/timeline";
import type { Failure, Result } from "@cutroom/timeline";
import { tableOf } from "./colour-table.ts";
import type { ColourTable } from "./colour-table.ts";

/** As long as a table of 65 points a side is with a dozen digits for each number. */
export const LONGEST_CUBE_BYTES = 16 * 1024 * 1024;
/** Points along a side of a cube, and of a single line of levels. */
const LARGEST_3D = 65;
const LARGEST_1D = 65_536;

/**
 * `cube.too-long`; `cube.no-size`: it does not say how large it is, or says it twice; `cube.size`: larger or
 * smaller than can be used; `cube.domain`: its colours do not go from 0 to 1; `cube.line` (`line`):
 * a line that is no part of a table; `cube.count` (`wanted`, `found`): lines are missing or left over.
 */
type CubeFailure = Failure<
  "cube.too-long" | "cube.no-size" | "cube.size" | "cube.domain" | "cube.line" | "cube.count"
>;

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?$/;

interface Reading {
  dimensions: 1 | 3 | null;
  size: number;
  readonly values: number[];
}

function numbersOf(words: readonly string[]): number[] | null {
  return words.every((word) => NUMBER.test(word)) ? words.map(Number) : null;
}

/** Takes one line that is neither empty nor a comment; a code when it cannot. */
function takeLine(reading: Reading, line: string): CubeFailure["code"] | null {
  const [word = "", ...rest] = line.split(/\s+/);
  const size = /^LUT_([13])D_SIZE$/.exec(word);
  if (size !== null) {
    if (reading.dimensions !== null) return "cube.no-size";
    reading.dimensions = size[1] === "3" ? 3 : 1;
    reading.size = rest.length === 1 && /^\d{1,5}$/.test(rest[0] ?? "") ? Number(rest[0]) : 0;
    const largest = reading.dimensions === 3 ? LARGEST_3D : LARGEST_1D;
    return reading.size < 2 || reading.size > largest ? "cube.size" : null;
  }
  if (word === "TITLE") return null;
  const numbers = numbersOf(rest);
  if (word === "DOMAIN_MIN") return numbers?.join() === "0,0,0" ? null : "cube.domain";
  if (word === "DOMAIN_MAX") return numbers?.join() === "1,1,1" ? null : "cube.domain";
  if (/^LUT_[13]D_INPUT_RANGE$/.test(word)) return numbers?.join() === "0,1" ? null : "cube.domain";
  const row = numbersOf([word, ...rest]);
  if (reading.dimensions === null) return "cube.no-size";
  if (row?.length !== 3 || !row.every(Number.isFinite)) return "cube.line";
  reading.values.push(...row);
  return null;
}

/** A line of levels for each channel, as a cube. */
function cubeOfLines(size: number, values: readonly number[]): ColourTable {
  const level = (value: number, channel: number) => {
    const place = value * (size - 1);
    const below = Math.min(size - 2, Math.floor(place));
    const [from = 0, to = 0] = [values[3 * below + channel], values[3 * (below + 1) + channel]];
    return from + (to - from) * (place - below);
  };
  return tableOf(Math.min(size, LARGEST_3D), (colour) => [
    level(colour[0], 0),
    level(colour[1], 1),
    level(colour[2], 2),
  ]);
}

export function parseCube(text: string): Result<ColourTable, CubeFailure> {
  if (text.length > LONGEST_CUBE_BYTES) return fail("cube.too-long");
  const reading: Reading = { dimensions: null, size: 0, values: [] };
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const code = takeLine(reading, line);
    if (code !== null) return fail(code, { line: index + 1 });
  }
  const { dimensions, size, values } = reading;
  if (dimensions === null) return fail("cube.no-size");
  const wanted = size ** dimensions;
  if (values.length !== 3 * wanted) return fail("cube.count", { wanted, found: values.length / 3 });
  if (dimensions === 1) return ok(cubeOfLines(size, values));
  return ok({ size, values: Float32Array.from(values, (one) => Math.min(1, Math.max(0, one))) });
}

/** Does a file that begins so look like a table of colours? Its size comes first, but for words about it. */
export function looksLikeCube(head: string): boolean {
  for (const raw of head.replace(/^\uFEFF/, "").split(/[\r\n]/)) {
    const line = raw.trim();
    if (line === "" || /^(?:#|TITLE\b|DOMAIN_|LUT_[13]D_INPUT_RANGE\b)/.test(line)) continue;
    return /^LUT_[13]D_SIZE\s/.test(line);
  }
  return false;
}
