import { BUILT_IN_LUTS } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { builtInTable } from "./built-in-tables.ts";
import { lookUp, mixedTable, tableOf, writeCube } from "./colour-table.ts";

const asIs = Uint8Array.from({ length: 256 }, (_, level) => level);
const LEVELS = [asIs, asIs, asIs] as const;
const seen = (table: Parameters<typeof lookUp>[1], rgb: readonly number[]) => {
  const pixels = new Uint8ClampedArray([...rgb, 255]);
  lookUp(pixels, table, LEVELS);
  return [...pixels.subarray(0, 3)];
};

describe("tables of colours", () => {
  test("one that changes nothing gives every colour back, between its points as well", () => {
    const plain = tableOf(5, (colour) => colour);
    for (const rgb of [
      [0, 0, 0],
      [255, 255, 255],
      [13, 200, 77],
      [250, 3, 128],
      [64, 64, 191],
    ]) {
      expect(seen(plain, rgb)).toEqual(rgb);
    }
  });

  test("a channel that follows another one does so at every order of the three", () => {
    const turned = tableOf(9, ([red, green, blue]) => [green, blue, red]);
    for (const [a, b, c] of [
      [10, 100, 200],
      [200, 100, 10],
      [100, 200, 10],
      [10, 200, 100],
    ]) {
      expect(seen(turned, [a ?? 0, b ?? 0, c ?? 0])).toEqual([b, c, a]);
    }
  });

  test("strength goes from colours as they are to those of the table", () => {
    const black = tableOf(3, () => [0, 0, 0]);
    expect(seen(mixedTable(black, 0), [40, 80, 120])).toEqual([40, 80, 120]);
    expect(seen(mixedTable(black, 0.5), [40, 80, 120])).toEqual([20, 40, 60]);
    expect(seen(mixedTable(black, 1), [40, 80, 120])).toEqual([0, 0, 0]);
  });

  test("the file says its size and one line for each point, red first", () => {
    const lines = writeCube(tableOf(2, (colour) => colour))
      .trim()
      .split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "LUT_3D_SIZE 2",
      "0.000000 0.000000 0.000000",
      "1.000000 0.000000 0.000000",
    ]);
    expect(lines).toHaveLength(9);
  });
});

describe("the built-in looks", () => {
  test.each(BUILT_IN_LUTS)("%s keeps the order of greys and changes something", (name) => {
    const table = builtInTable(name);
    const greys = Array.from({ length: 16 }, (_, at) => seen(table, [17 * at, 17 * at, 17 * at]));
    const lumas = greys.map(([r = 0, g = 0, b = 0]) => 0.2126 * r + 0.7152 * g + 0.0722 * b);
    expect(lumas).toEqual(lumas.toSorted((a, b) => a - b));
    expect(seen(table, [200, 90, 60])).not.toEqual([200, 90, 60]);
  });
});
