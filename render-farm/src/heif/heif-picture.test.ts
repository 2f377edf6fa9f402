import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { box, heifFile, icc, nclx } from "../testing/heif-file.ts";
import type { Coded, HeifShape } from "../testing/heif-file.ts";
import { readHeifPicture } from "./heif-picture.ts";

const LIMIT = 40_000_000;
const PHOTO = readFileSync(join(import.meta.dirname, "../../fixtures/photos/turned.heic"));
const u32s = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeInt32BE(value, at * 4);
  return bytes;
};
const tile = (data: string, size = 64): Coded => ({
  type: "av01",
  width: size,
  height: size,
  data: Buffer.from(data),
  config: null,
});
const single = (properties: readonly Buffer[], more: Partial<HeifShape> = {}) =>
  heifFile({
    brand: "avif",
    tiles: [tile("one")],
    columns: 1,
    width: 64,
    height: 64,
    properties,
    ...more,
  });

function read(file: Buffer) {
  const result = readHeifPicture(file, LIMIT);
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.internal}`);
  return result.value;
}

function codeOf(file: Uint8Array, limit = LIMIT): string {
  const result = readHeifPicture(file, limit);
  return result.ok ? "accepted" : result.failure.code;
}

describe("the picture of a HEIF file", () => {
  test("is cut, turned and mirrored in the order in which the file says so", () => {
    const picture = read(
      single([
        box("clap", u32s(60, 1, 40, 1, -1, 1, 0, 1)),
        box("irot", Buffer.from([3])),
        box("imir", Buffer.from([0])),
      ]),
    );
    expect(picture.steps).toEqual([
      { kind: "crop", x: 1, y: 12, width: 60, height: 40 },
      { kind: "turn", quarters: 3 },
      { kind: "mirror", axis: "upside-down" },
    ]);
    expect(picture.shown).toEqual({ width: 40, height: 60 });
  });

  test("has its colours by code points, by a profile, or by both", () => {
    const profile = Buffer.from("a profile");
    const picture = read(single([nclx(12, 13, 6, true), icc(profile)]));
    expect(picture.codes).toEqual({ primaries: 12, transfer: 13, matrix: 6, isFullRange: true });
    expect(Buffer.from(picture.profile ?? [])).toEqual(profile);
    expect(read(single([]))).toMatchObject({ codes: null, profile: null });
  });

  test("of tiles is one stream of them, row by row", () => {
    const tiles = ["a", "b", "c", "d", "e", "f"].map((data) => tile(data));
    const picture = read(single([], { tiles, columns: 3, width: 150, height: 100 }));
    expect(picture.colour).toMatchObject({ columns: 3, rows: 2, width: 150, height: 100 });
    const text = Buffer.from(picture.colour.stream.bytes).toString("latin1");
    expect(text.replaceAll(/[^a-f]/g, "")).toBe("abcdef");
    expect(codeOf(single([], { tiles, columns: 3, width: 500, height: 100 }))).toBe("CORRUPT");
    expect(codeOf(single([], { tiles, columns: 3, width: 60, height: 100 }))).toBe("CORRUPT");
  });

  test("is the primary one: thumbnails and gain maps are others, alpha belongs to it", () => {
    const picture = read(single([], { alpha: tile("alpha") }));
    expect(picture.alpha).toMatchObject({ width: 64, height: 64 });
    const gain = single([], { alpha: tile("gain") });
    gain.write("urn:com:apple:photo:2020:aux:hdrgainmap\0", gain.indexOf("urn:mpeg"), "latin1");
    expect(read(gain).alpha).toBeNull();
  });

  test("beyond the limit is refused before anything is decoded (F130)", () => {
    expect(codeOf(single([]), 64 * 64 - 1)).toBe("PIXEL_LIMIT");
  });

  test("whose file ends anywhere too soon is refused as cut off (F10)", () => {
    for (let length = 40; length < PHOTO.length; length += 61) {
      expect(codeOf(PHOTO.subarray(0, length)), `${length} bytes`).toBe("TRUNCATED");
    }
  });

  test("never ends in a crash, whichever byte of its boxes is wrong", () => {
    const codes = new Set<string>();
    for (const value of [0, 1, 0x7f, 0xff]) {
      for (let at = 4; at < 700; at += 1) {
        const broken = Buffer.from(PHOTO);
        broken[at] = value;
        codes.add(codeOf(broken));
      }
    }
    const known = ["CORRUPT", "PIXEL_LIMIT", "TRUNCATED", "UNSUPPORTED_FORMAT", "accepted"];
    expect([...codes].toSorted()).toEqual(known.filter((code) => codes.has(code)));
    expect(codes.size).toBeGreaterThan(2);
  });
});
