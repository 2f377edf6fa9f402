import { describe, expect, it } from "vitest";
import { documentOf, videoClip } from "../testing/documents.ts";
import { type Hit, clipsInMarquee, hitTest } from "./hit-test.ts";
import { layOutRows } from "./rows.ts";
import { addTrackEdit, stepInStack } from "./track-order.ts";

const document = documentOf(videoClip("a", 0, 4), videoClip("b", 4, 4), videoClip("c", 10, 0.2));
const rows = layOutRows(document);
const view = { scrollFlicks: 0, pxPerSecond: 50, widthPx: 1_000 };
const video = rows.find(({ trackId }) => trackId === "video-1");
const y = (video?.topPx ?? 0) + 40;
const told = (hit: Hit): string => (hit.kind === "clip" ? `${hit.clip.id} ${hit.zone}` : hit.kind);

describe("what the pointer is on", () => {
  it("takes a trim on twelve pixels, and the cut itself on its middle", () => {
    expect(told(hitTest(document, rows, view, 5, y))).toBe("a start");
    expect(told(hitTest(document, rows, view, 100, y))).toBe("a body");
    expect(told(hitTest(document, rows, view, 190, y))).toBe("a end");
    expect(told(hitTest(document, rows, view, 199, y))).toBe("cut");
    expect(told(hitTest(document, rows, view, 209, y))).toBe("b start");
    expect(told(hitTest(document, rows, view, 450, y))).toBe("lane");
    expect(told(hitTest(document, rows, view, 100, 9_999))).toBe("nothing");
  });

  it("leaves a clip of ten pixels room to be grabbed", () => {
    expect(told(hitTest(document, rows, view, 505, y))).toBe("c body");
  });

  it("finds fade knobs only where they do not lie under the handles", () => {
    const knobs = (video?.topPx ?? 0) + 20;
    expect(told(hitTest(document, rows, view, 16, knobs))).toBe("a fade-in");
    expect(told(hitTest(document, rows, view, 505, knobs))).toBe("c body");
  });

  it("takes into a marquee whatever it touches", () => {
    const ids = clipsInMarquee(document, rows, view, { x: 210, y: 0 }, { x: 150, y });
    expect(ids).toEqual(["a", "b"]);
  });
});

describe("order of tracks", () => {
  it("shows pictures as they are stacked and sound below", () => {
    expect(rows.map(({ trackId }) => trackId)).toEqual([
      "text-1",
      "overlay-1",
      "video-1",
      "audio-1",
    ]);
  });

  it("moves a track by one lane, never across the line between picture and sound", () => {
    expect(stepInStack(document, "video-1", 1)).toBe(2);
    expect(stepInStack(document, "video-1", -1)).toBeNull();
    expect(stepInStack(document, "text-1", 1)).toBeNull();
    expect(addTrackEdit(document, "audio", "x")).toMatchObject({ index: 0 });
    expect(addTrackEdit(document, "video", "x")).toMatchObject({ index: 2 });
  });
});
