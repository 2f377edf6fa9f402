import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatTimecode, parseTimecode } from "./timecode.ts";

const ntsc = { n: 30_000, d: 1_001 };

test("what is shown can be typed back", () => {
  const rates = fc.constantFrom(ntsc, { n: 25, d: 1 }, { n: 60, d: 1 }, { n: 120, d: 1 });
  fc.assert(
    fc.property(fc.nat({ max: 5_000_000 }), rates, (frame, fps) => {
      expect(parseTimecode(formatTimecode(frame, fps), fps, 0)).toBe(frame);
    }),
  );
});

test("short and relative forms", () => {
  expect(formatTimecode(2_502, { n: 30, d: 1 })).toBe("00:01:23:12");
  expect(parseTimecode("12", ntsc, 0)).toBe(12);
  expect(parseTimecode("3:12", ntsc, 0)).toBe(102);
  expect(parseTimecode("+10", ntsc, 5)).toBe(15);
  expect(parseTimecode("-10", ntsc, 5)).toBe(0);
  expect(parseTimecode("1:2:3:4:5", ntsc, 0)).toBeNull();
  expect(parseTimecode("soon", ntsc, 0)).toBeNull();
});
