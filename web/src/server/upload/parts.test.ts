import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprint, missingParts, partsOf } from "./parts.ts";

describe("parts of an upload (M1)", () => {
  it("cover every byte once, in order, each of the announced size but the last", () => {
    assert(
      property(
        integer({ min: 1, max: 10 ** 7 }),
        integer({ min: 20_000, max: 10 ** 6 }),
        (size, partSize) => {
          const parts = partsOf(size, partSize);
          expect(parts[0]?.start).toBe(0);
          expect(parts.at(-1)?.end).toBe(size);
          expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1));
          expect(parts.slice(1).map(({ start }) => start)).toEqual(
            parts.slice(0, -1).map(({ end }) => end),
          );
          expect(parts.slice(0, -1).every(({ start, end }) => end - start === partSize)).toBe(true);
        },
      ),
    );
  });

  it("a resumed upload sends what is missing and nothing else", () => {
    const parts = partsOf(25, 10);
    expect(missingParts(parts, [{ part_number: 1, size_bytes: 10 }]).map((p) => p.number)).toEqual([
      2, 3,
    ]);
    expect(missingParts(parts, [])).toEqual(parts);
    expect(
      missingParts(parts, [
        { part_number: 1, size_bytes: 10 },
        { part_number: 2, size_bytes: 10 },
        { part_number: 3, size_bytes: 5 },
      ]),
    ).toEqual([]);
  });

  it("a stored part of the wrong length is sent again", () => {
    expect(
      missingParts(partsOf(20, 10), [{ part_number: 2, size_bytes: 9 }]).map((p) => p.number),
    ).toEqual([1, 2]);
  });

  it("the same file of another user is another upload (T2)", () => {
    const file = { name: "a.mp4", size: 1, lastModified: 2 };
    expect(fingerprint(file, "u1")).not.toBe(fingerprint(file, "u2"));
    expect(fingerprint(file, "u1")).not.toBe(fingerprint({ ...file, size: 2 }, "u1"));
  });
});
