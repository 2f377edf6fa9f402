import { FLICKS_PER_SECOND as S, formatTimecode, framesToFlicks } from "@cutroom/timeline";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDelta, readTimecode } from "./timecode.ts";

const ntsc = { n: 30_000, d: 1_001 };
const pal = { n: 25, d: 1 };

describe("typed times", () => {
  it("reads back every frame as it is shown", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500_000 }), (frame) => {
        const time = framesToFlicks(frame, ntsc);
        expect(readTimecode(formatTimecode(time, ntsc), ntsc, 0)).toBe(time);
      }),
    );
  });

  it("reads short, relative and plain-second forms", () => {
    expect(readTimecode("1:00", pal, 0)).toBe(S);
    expect(readTimecode("+10", pal, S)).toBe(S + framesToFlicks(10, pal));
    expect(readTimecode("-2:00", pal, S)).toBe(0);
    expect(readTimecode("2.5s", pal, 0)).toBe(framesToFlicks(63, pal));
    for (const wrong of ["", "abc", "1:2:3:4:5", "NaN", "1e9", "99999999999999"]) {
      expect(readTimecode(wrong, pal, 0)).toBeNull();
    }
  });

  it("shows a difference with its sign", () => {
    expect(formatDelta(framesToFlicks(12, pal), pal)).toBe("+12");
    expect(formatDelta(-S - framesToFlicks(4, pal), pal)).toBe("-1:04");
    expect(formatDelta(61 * S, pal)).toBe("+1:01:00");
  });
});
