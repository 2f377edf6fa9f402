import { describe, expect, test } from "vitest";
import { FRAME, done, lay } from "./lanes.cases.ts";
import { snapDelta, snapTime } from "./snap.ts";

const document = done(lay({ "video-1": "A30-60 B100-130", "audio-1": "M62-90" }), {
  type: "add-marker",
  marker: { id: "m", at: 200 * FRAME, name: "Beat", colour: "#ffffff" },
});
const near = { thresholdFlicks: 5 * FRAME };

describe("snapTime", () => {
  test("sticks to the nearest edge of any track, and says whose it is", () => {
    expect(snapTime(document, 97 * FRAME, near)).toEqual({
      timeFlicks: 100 * FRAME,
      target: { kind: "clip", clipId: "B", edge: "start", timeFlicks: 100 * FRAME },
    });
    expect(snapTime(document, 61.4 * FRAME, near).target).toMatchObject({ clipId: "M" });
    expect(snapTime(document, 60.4 * FRAME, near).target).toMatchObject({
      clipId: "A",
      edge: "end",
    });
  });

  test("a clip's edge wins over a playhead that is nearer, and a marker too", () => {
    const playhead = { ...near, playheadFlicks: 98 * FRAME };
    expect(snapTime(document, 98 * FRAME, playhead).timeFlicks).toBe(100 * FRAME);
    const byMarker = { ...near, playheadFlicks: 198 * FRAME };
    expect(snapTime(document, 198 * FRAME, byMarker).target).toMatchObject({ kind: "marker" });
    const alone = { ...near, playheadFlicks: 150 * FRAME };
    expect(snapTime(document, 151 * FRAME, alone).target).toEqual({
      kind: "playhead",
      timeFlicks: 150 * FRAME,
    });
  });

  test("the clips that are dragged do not attract themselves", () => {
    const own = { ...near, excludeClipIds: ["B"] };
    expect(snapTime(document, 99 * FRAME, own)).toEqual({ timeFlicks: 99 * FRAME, target: null });
  });

  test("with nothing in reach it is the nearest frame, and the origin pulls as an edge does", () => {
    expect(snapTime(document, 150.3 * FRAME, near)).toEqual({
      timeFlicks: 150 * FRAME,
      target: null,
    });
    expect(snapTime(document, 3 * FRAME, near).target).toEqual({ kind: "origin", timeFlicks: 0 });
  });
});

describe("snapDelta", () => {
  const edges = [100 * FRAME, 130 * FRAME];
  const own = { ...near, excludeClipIds: ["B"] };

  test("the edge of the selection that is nearer to something decides", () => {
    expect(snapDelta(document, edges, -38 * FRAME, own)).toMatchObject({
      deltaFlicks: -38 * FRAME,
      target: { clipId: "M", edge: "start" },
    });
    expect(snapDelta(document, edges, -67 * FRAME, own)).toMatchObject({
      deltaFlicks: -68 * FRAME,
      target: { clipId: "M", edge: "start" },
    });
  });

  test("with nothing in reach it is whole frames", () => {
    expect(snapDelta(document, edges, 300.4 * FRAME, own)).toEqual({
      deltaFlicks: 300 * FRAME,
      target: null,
    });
  });
});
