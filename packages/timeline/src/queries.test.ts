import { describe, expect, test } from "vitest";
import { FRAME, done, lay } from "./lanes.cases.ts";
import {
  clipAt,
  clipsOnTrack,
  documentDuration,
  editPoints,
  linkedClipIds,
  lookUp,
} from "./queries.ts";

const document = lay(
  { "video-1": "B60-90 A0-30", "audio-1": "M0-100" },
  { A: { linkId: "g" }, M: { linkId: "g" } },
);

describe("queries", () => {
  test("clips of a track come in time order, as the same array until the clips change", () => {
    const clips = clipsOnTrack(document, "video-1");
    expect(clips.map((clip) => clip.id)).toEqual(["A", "B"]);
    expect(clipsOnTrack(document, "video-1")).toBe(clips);
    const marked = done(document, { type: "set-track", trackId: "video-1", name: "Main" });
    expect(clipsOnTrack(marked, "video-1")).toBe(clips);
    const moved = done(document, { type: "lift", clipIds: ["B"] });
    expect(clipsOnTrack(moved, "video-1").map((clip) => clip.id)).toEqual(["A"]);
    expect(clipsOnTrack(document, "nowhere")).toEqual([]);
  });

  test("a document ends with its last clip; an empty one has no length", () => {
    expect(documentDuration(document)).toBe(100 * FRAME);
    expect(documentDuration(lay({}))).toBe(0);
  });

  test("F29: a clip is there from its first flick to the one before its end", () => {
    const at = (time: number) => clipAt(document, "video-1", time)?.id ?? null;
    expect([at(0), at(30 * FRAME - 1), at(30 * FRAME)]).toEqual(["A", "A", null]);
    expect([at(60 * FRAME - 1), at(60 * FRAME), at(90 * FRAME)]).toEqual([null, "B", null]);
  });

  test("edit points are all edges in time order", () => {
    expect(editPoints(document).map((point) => point.timeFlicks / FRAME)).toEqual([
      0, 0, 30, 60, 90, 100,
    ]);
  });

  test("link partners come after the clips that were asked for", () => {
    expect(linkedClipIds(document, ["B", "M"])).toEqual(["B", "M", "A"]);
  });

  test("what every object has is not an entity", () => {
    expect(lookUp(document.clips, "constructor")).toBeUndefined();
  });
});
