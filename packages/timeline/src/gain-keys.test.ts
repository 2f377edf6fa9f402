import { describe, expect, test } from "vitest";
import type { MediaClip, ProjectDocument } from "./document.ts";
import type { Edit } from "./edit.ts";
import { keyedGainDb } from "./gain-keys.ts";
import { FRAME, done, lay } from "./lanes.cases.ts";

const start = done(lay({ "audio-1": "M0-100" }), {
  type: "set-clip",
  clipIds: ["M"],
  changes: {
    audio: {
      gainKeys: [
        { at: 60 * FRAME, value: 0, ease: [0, 0, 1, 1] },
        { at: 20 * FRAME, value: -20, ease: [0, 0, 1, 1] },
      ],
    },
  },
});

function keysOf(document: ProjectDocument, id = "M"): [number, number][] {
  const { gainKeys = [] } = (document.clips[id] as MediaClip).audio;
  return gainKeys.map(({ at, value }) => [at / FRAME, value]);
}

describe("keys of a clip's volume", () => {
  test("are kept in time order, and an empty list takes them away", () => {
    expect(keysOf(start)).toEqual([
      [20, -20],
      [60, 0],
    ]);
    const none: Edit = { type: "set-clip", clipIds: ["M"], changes: { audio: { gainKeys: [] } } };
    expect((done(start, none).clips["M"] as MediaClip).audio).not.toHaveProperty("gainKeys");
  });

  test("stay where they are in the project when the clip is trimmed or split", () => {
    const trim = { type: "trim-clip", clipId: "M", edge: "start", ripple: "none" } as const;
    expect(keysOf(done(start, { ...trim, deltaFlicks: 30 * FRAME }))).toEqual([
      [-10, -20],
      [30, 0],
    ]);
    const cut = done(start, {
      type: "split-clip",
      atFlicks: 40 * FRAME,
      clipIds: ["M"],
      idBase: "half",
    });
    expect(keysOf(cut, "half-1")).toEqual([
      [-20, -20],
      [20, 0],
    ]);
  });

  test("stretch with the clip's speed", () => {
    const fast = { type: "set-clip", clipIds: ["M"], changes: { speed: { n: 2, d: 1 } } } as const;
    expect(keysOf(done(start, fast))).toEqual([
      [10, -20],
      [30, 0],
    ]);
  });

  test("rest before the first and after the last one, and stay in range where a curve overshoots", () => {
    const keys = [
      { at: 0, value: -10, ease: [0.34, 1.56, 0.64, 1] },
      { at: 100, value: 24, ease: "hold" },
    ] as Parameters<typeof keyedGainDb>[0];
    expect(keyedGainDb(keys, -50)).toBe(-10);
    expect(keyedGainDb(keys, 500)).toBe(24);
    expect(keyedGainDb(keys, 60)).toBe(24);
  });
});
