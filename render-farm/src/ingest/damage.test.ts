import { describe, expect, test } from "vitest";
import { brokenFrames } from "./damage.ts";

const repeat = (line: string, times: number) => Array.from({ length: times }, () => line);

describe("broken frames", () => {
  test("what is said beside a named frame is not counted again", () => {
    const one = [
      "[h264 @ 0x5] left block unavailable for requested intra mode",
      "[h264 @ 0x5] error while decoding MB 0 9, bytestream 1733",
      "[h264 @ 0x5] Reference 4 >= 3",
    ];
    expect(brokenFrames(one)).toBe(1);
    expect(brokenFrames([one, one, one].flat())).toBe(3);
  });

  test("lines that FFmpeg folded into one count as often as they were said", () => {
    const lost = "[h264 @ 0x5] missing picture in access unit with size 1200";
    expect(brokenFrames([lost, "    Last message repeated 9 times"])).toBe(10);
  });

  test("a complaint without end about one frame is one", () => {
    const note = "[mpeg4 @ 0x5] marker does not match f_code";
    expect(brokenFrames([note, "    Last message repeated 560 times"])).toBe(1);
  });

  test("complaints that name no frame are frames four at a time", () => {
    expect(brokenFrames([])).toBe(0);
    expect(brokenFrames(["[x @ 0x5] a new complaint"])).toBe(1);
    expect(brokenFrames(repeat("[x @ 0x5] a new complaint", 40))).toBe(10);
  });
});
