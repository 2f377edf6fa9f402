import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProjectDocument } from "./document.ts";
import type { Edit } from "./edit.ts";
import { FRAME, done, lay } from "./lanes.cases.ts";
import { syncOffsets } from "./sync.ts";

const linked = done(lay({ "video-1": "V10-60", "audio-1": "S10-60" }), {
  type: "link",
  clipIds: ["V", "S"],
  linkId: "pair",
});
const move = (clipIds: string[], frames: number, alone: boolean): Edit => ({
  type: "move-clips",
  clipIds,
  deltaFlicks: frames * FRAME,
  trackDelta: 0,
  mode: "place",
  idBase: "made",
  linked: !alone,
});
const frames = (document: ProjectDocument) =>
  Object.fromEntries([...syncOffsets(document)].map(([id, offset]) => [id, offset.frames]));

describe("linked clips", () => {
  test("are in sync where they lay when they were linked, whatever files they are of (E13)", () => {
    expect(frames(linked)).toEqual({});
    expect(frames(done(linked, move(["V"], 7, false)))).toEqual({});
    expect(frames(lay({ "video-1": "V10-60", "audio-1": "S20-60" }))).toEqual({});
  });

  test("that were moved or slipped against each other say by how many frames, each its own way (E13)", () => {
    const late = done(linked, move(["S"], 3, true));
    expect(frames(late)).toEqual({ S: 3, V: -3 });
    const slip = { type: "slip", clipIds: ["S"], deltaFlicks: 3 * FRAME, linked: false } as const;
    expect(frames(done(late, slip))).toEqual({});
    expect(frames(done(late, move(["S"], -3, true)))).toEqual({});
    expect(syncOffsets(late).get("V")?.leads).toBe(true);
    expect(frames(done(late, { type: "link", clipIds: ["V", "S"], linkId: "again" }))).toEqual({});
    expect(frames(done(late, { type: "unlink", clipIds: ["V"] }))).toEqual({});
  });

  test("of one file are measured by its own time when nobody noted another (E13)", () => {
    const pair = { assetId: "one", linkId: "pair" };
    const lanes = { "video-1": "V10-60", "audio-1": "S15-60" };
    expect(frames(lay(lanes, { V: pair, S: pair }))).toEqual({ S: 5, V: -5 });
    expect(frames(lay(lanes, { V: pair, S: { ...pair, assetId: "two" } }))).toEqual({});
  });

  test("have no sync once one of them runs otherwise than the other (E13)", () => {
    const late = done(linked, move(["S"], 3, true));
    const changes = { speed: { n: 2, d: 1 } };
    expect(frames(done(late, { type: "set-clip", clipIds: ["S"], changes }))).toEqual({});
    const back = { reversed: true };
    expect(frames(done(late, { type: "set-clip", clipIds: ["S"], changes: back }))).toEqual({});
  });

  test("stay in sync through every trim, split and common move, by whatever distance (E13)", () => {
    const distance = fc.integer({ min: -9, max: 40 });
    fc.assert(
      fc.property(distance, distance, fc.integer({ min: 12, max: 58 }), (by, trim, at) => {
        const edits: Edit[] = [
          move(["V"], by, false),
          {
            type: "trim-clip",
            clipId: "S",
            edge: "start",
            deltaFlicks: trim * FRAME,
            ripple: "none",
            linked: false,
          },
          { type: "split-clip", atFlicks: (at + by) * FRAME, clipIds: ["V"], idBase: "half" },
        ];
        expect(frames(edits.reduce(done, linked))).toEqual({});
      }),
      { numRuns: 60, seed: 2026 },
    );
  });
});
