import { describe, expect, it } from "vitest";
import { readRange } from "./byte-range.ts";

describe("a range that is asked of a kept file", () => {
  it("is cut to the file", () => {
    expect(readRange("bytes=0-3", 10)).toEqual({ from: 0, to: 4 });
    expect(readRange("bytes=4-", 10)).toEqual({ from: 4, to: 10 });
    expect(readRange("bytes=4-99", 10)).toEqual({ from: 4, to: 10 });
    expect(readRange("bytes=-3", 10)).toEqual({ from: 7, to: 10 });
    expect(readRange("bytes=-30", 10)).toEqual({ from: 0, to: 10 });
  });

  it("is refused behind the end", () => {
    expect(readRange("bytes=10-", 10)).toBe("unsatisfiable");
    expect(readRange("bytes=-0", 10)).toBe("unsatisfiable");
    expect(readRange("bytes=0-", 0)).toBe("unsatisfiable");
  });

  it("is the whole file when none or no single readable one is asked for", () => {
    for (const header of [null, "", "bytes=-", "bytes=5-4", "bytes=0-1,4-5", "lines=1-2"]) {
      expect(readRange(header, 10)).toBeNull();
    }
  });
});
