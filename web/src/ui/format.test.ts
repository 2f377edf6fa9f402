import { describe, expect, it } from "vitest";
import { formatBytes, formatDuration, formatFrame, formatRate } from "./format.ts";

describe("lengths and sizes for people", () => {
  it.each([
    [0, "0:00"],
    [40, "0:01"],
    [59_400, "0:59"],
    [59_600, "1:00"],
    [3_599_600, "1:00:00"],
    [3_723_000, "1:02:03"],
  ])("%i ms reads %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1_000, "1.0 kB"],
    [999_600, "1.0 MB"],
    [12_345_678, "12 MB"],
    [5_300_000_000, "5.3 GB"],
  ])("%i bytes read %s", (bytes, text) => {
    expect(formatBytes(bytes, "en")).toBe(text);
  });

  it("rates keep the digits that tell them apart", () => {
    expect(formatRate({ n: 24_000, d: 1001 })).toBe("23.976");
    expect(formatRate({ n: 30_000, d: 1001 })).toBe("29.97");
    expect(formatRate({ n: 25, d: 1 })).toBe("25");
  });

  it("a frame's width stays before its height where text runs from right to left", () => {
    expect(formatFrame(1_280, 720)).toBe("\u20661280 × 720\u2069");
  });
});
