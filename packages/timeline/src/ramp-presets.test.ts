import { describe, expect, test } from "vitest";
import { FRAME, done, lay } from "./lanes.cases.ts";
import { RAMP_NAMES, rampPreset } from "./ramp-presets.ts";
import { pacedSourceSpan, paceOf } from "./source.ts";

const FPS = { n: 30, d: 1 };

describe.each(RAMP_NAMES)("the ramp %s", (name) => {
  test.each([1, 7, 60, 400])("fits a clip of %i frames and reads what it read (E9)", (frames) => {
    const document = lay({ "video-1": `A0-${frames}` });
    const before = document.clips["A"];
    if (before?.kind !== "media") throw new Error("no clip");
    const speedKeys = rampPreset(name, before, FPS);
    const set = { type: "set-clip", clipIds: ["A"], changes: { speedKeys } } as const;
    const after = done(document, set).clips["A"];
    if (after?.kind !== "media") throw new Error("no clip");
    expect(Math.abs((speedKeys.at(-1)?.at ?? 0) - after.duration)).toBeLessThanOrEqual(
      name === "bullet" ? after.duration * 0.3 + 2 * FRAME : 2 * FRAME,
    );
    const unread = before.duration - pacedSourceSpan(after.duration, paceOf(after));
    // Less than a frame of the timeline at the fastest of these speeds; one frame is the least.
    expect(Math.abs(unread)).toBeLessThan(3 * FRAME);
  });
});
