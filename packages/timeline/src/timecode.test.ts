import { describe, expect, test } from "vitest";
import { must } from "./lanes.cases.ts";
import { FLICKS_PER_SECOND, framesToFlicks } from "./time.ts";
import type { Rate } from "./time.ts";
import {
  formatClock,
  formatTimecode,
  isDropFrame,
  nominalRate,
  parseTimecode,
} from "./timecode.ts";

const NTSC = { n: 30_000, d: 1001 };
const NTSC_60 = { n: 60_000, d: 1001 };
const at = (frame: number, fps: Rate) => formatTimecode(framesToFlicks(frame, fps), fps);

describe("timecode", () => {
  test.each([
    [0, "00:00:00;00"],
    [29, "00:00:00;29"],
    [1799, "00:00:59;29"],
    // The numbers ;00 and ;01 of a minute are left out, but not of every tenth.
    [1800, "00:01:00;02"],
    [17_981, "00:09:59;29"],
    [17_982, "00:10:00;00"],
    [107_892, "01:00:00;00"],
  ])("frame %i at 29.97 is %s", (frame, text) => {
    expect(at(frame, NTSC)).toBe(text);
    expect(must(parseTimecode(text, NTSC))).toBe(framesToFlicks(frame, NTSC));
  });

  test.each([
    [3599, "00:00:59;59"],
    [3600, "00:01:00;04"],
    [35_964, "00:10:00;00"],
  ])("frame %i at 59.94 is %s", (frame, text) => {
    expect(at(frame, NTSC_60)).toBe(text);
    expect(must(parseTimecode(text, NTSC_60))).toBe(framesToFlicks(frame, NTSC_60));
  });

  test("F31: at 23.976 frames are numbered in 24s without drops, and the clock tells real time", () => {
    const fps = { n: 24_000, d: 1001 };
    expect(isDropFrame(fps)).toBe(false);
    expect(nominalRate(fps)).toBe(24);
    expect(at(70_490, fps)).toBe("00:48:57:02");
    expect(formatClock(framesToFlicks(70_490, fps))).toBe("49:00.020");
  });

  test("reading what was written gives the frame back, over an hour at every rate", () => {
    const rates = [{ n: 24_000, d: 1001 }, { n: 25, d: 1 }, NTSC, { n: 60, d: 1 }, NTSC_60];
    const wrong: string[] = [];
    for (const fps of rates) {
      for (let frame = 0; frame < 110_000; frame += 37) {
        const parsed = parseTimecode(at(frame, fps), fps);
        const isRight = parsed.ok && parsed.value === framesToFlicks(frame, fps);
        if (!isRight) wrong.push(`${frame} at ${fps.n}/${fps.d}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("missing leading parts are zero, and any separator reads", () => {
    const fps = { n: 25, d: 1 };
    expect(must(parseTimecode("12", fps))).toBe(framesToFlicks(12, fps));
    expect(must(parseTimecode(" 1:00 ", fps))).toBe(FLICKS_PER_SECOND);
    expect(must(parseTimecode("1.00;05", fps))).toBe(
      60 * FLICKS_PER_SECOND + framesToFlicks(5, fps),
    );
  });

  test.each(["", "abc", "1:2:3:4:5", "00:00:00:30", "00:60:00:00", "-1"])("refuses %j", (text) => {
    expect(parseTimecode(text, { n: 30, d: 1 })).toMatchObject({
      failure: { code: "timecode.unreadable" },
    });
  });

  test("refuses a number that drop-frame leaves out", () => {
    expect(parseTimecode("00:01:00;01", NTSC)).toMatchObject({
      failure: { code: "timecode.dropped" },
    });
  });
});

describe("clock", () => {
  test("cuts to milliseconds and never shows a second too many", () => {
    expect(formatClock(FLICKS_PER_SECOND - 1)).toBe("0:00.999");
    expect(formatClock(3_723 * FLICKS_PER_SECOND + FLICKS_PER_SECOND / 4)).toBe("1:02:03.250");
    expect(formatClock(-5)).toBe("0:00.000");
  });
});
