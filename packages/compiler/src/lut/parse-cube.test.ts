import { describe, expect, test } from "vitest";
import { tableOf, writeCube } from "./colour-table.ts";
import { looksLikeCube, parseCube } from "./parse-cube.ts";

const CORNERS = ["0 0 0", "1 0 0", "0 1 0", "1 1 0", "0 0 1", "1 0 1", "0 1 1", "1 1 1"];
const cube = (...head: readonly string[]) => [...head, ...CORNERS].join("\n");
const refusal = (text: string) => {
  const parsed = parseCube(text);
  return parsed.ok ? null : parsed.failure.code;
};

describe("a .cube file (E3)", () => {
  test("is read with title, comments, either line end and any way to write a number", () => {
    const text = cube(
      'TITLE "Look, 1"',
      "# by hand",
      "DOMAIN_MIN 0 0 0",
      "DOMAIN_MAX 1.0 1.0 1.0",
      "LUT_3D_SIZE 2",
      "",
    );
    for (const written of [
      text,
      text.replaceAll("\n", "\r\n"),
      `\uFEFF${text}\n\n`,
      text.replace("1 0 0", "1.0e0 .0 +0."),
    ]) {
      const parsed = parseCube(written);
      expect(parsed.ok && [parsed.value.size, ...parsed.value.values.subarray(0, 6)]).toEqual([
        2, 0, 0, 0, 1, 0, 0,
      ]);
    }
  });

  test("is what we write ourselves, at the usual sizes", () => {
    for (const size of [2, 17, 33]) {
      const parsed = parseCube(writeCube(tableOf(size, (colour) => colour)));
      expect(parsed.ok && parsed.value.size).toBe(size);
    }
  });

  test("of one dimension becomes a cube of the same levels", () => {
    const parsed = parseCube("LUT_1D_SIZE 3\n0 0 0\n0.2 0.5 0.9\n1 1 1\n");
    expect(parsed.ok && parsed.value.size).toBe(3);
    const middle = parsed.ok ? [...parsed.value.values.subarray(3 * 13, 3 * 13 + 3)] : [];
    expect(middle.map((one) => Number(one.toFixed(3)))).toEqual([0.2, 0.5, 0.9]);
  });

  test("has values beyond 0 and 1 cut off: 8 bits hold no more", () => {
    const parsed = parseCube(cube("LUT_3D_SIZE 2").replace("1 1 1", "1.5 -2 1"));
    expect(parsed.ok && [...parsed.value.values.subarray(21)]).toEqual([1, 0, 1]);
  });

  test.each([
    ["no table at all", "hello", "cube.no-size"],
    ["values before the size", "0 0 0\nLUT_3D_SIZE 2", "cube.no-size"],
    ["two sizes", cube("LUT_3D_SIZE 2", "LUT_1D_SIZE 2"), "cube.no-size"],
    ["too large", "LUT_3D_SIZE 66", "cube.size"],
    ["a size that is no number", "LUT_3D_SIZE -4", "cube.size"],
    ["a size that never ends", `LUT_3D_SIZE ${"9".repeat(400)}`, "cube.size"],
    ["another domain", cube("LUT_3D_SIZE 2", "DOMAIN_MAX 4 4 4"), "cube.domain"],
    ["a missing line", cube("LUT_3D_SIZE 2").replace("1 1 1", ""), "cube.count"],
    ["a line too many", `${cube("LUT_3D_SIZE 2")}\n0 0 0`, "cube.count"],
    ["four numbers", cube("LUT_3D_SIZE 2").replace("1 0 0", "1 0 0 0"), "cube.line"],
    ["no numbers", cube("LUT_3D_SIZE 2").replace("1 0 0", "nan 0x1 Infinity"), "cube.line"],
    ["an unknown word", cube("LUT_3D_SIZE 2", "INCLUDE /etc/passwd"), "cube.line"],
  ])("is refused with %s", (_what, text, code) => {
    expect(refusal(text)).toBe(code);
  });

  test("is known by its first lines, as far as they may come before its size", () => {
    expect(looksLikeCube('# x\r\nTITLE "y"\r\n\r\nLUT_3D_SIZE 33\n')).toBe(true);
    expect(looksLikeCube("\uFEFFLUT_1D_SIZE 16\n")).toBe(true);
    expect(looksLikeCube("#EXTM3U\n#EXTINF:1\nLUT")).toBe(false);
    expect(looksLikeCube(`${"#\n".repeat(30_000)}x`)).toBe(false);
  });
});
