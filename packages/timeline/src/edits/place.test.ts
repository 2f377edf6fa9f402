import { describe, expect, test } from "vitest";
import {
  FRAME,
  crossfade,
  done,
  lay,
  mediaAt,
  refusal,
  show,
  sourceFrame,
  textAt,
  transitionFrames,
} from "../lanes.cases.ts";
import type { ProjectDocument } from "../document.ts";

const clip = (range: [number, number], trackId = "video-1") => mediaAt("N", trackId, range);
const insert = (
  document: ProjectDocument,
  range: [number, number],
  mode: "place" | "overwrite" | "insert",
  scope?: "all",
) =>
  done(document, {
    type: "insert-clip",
    clip: clip(range),
    mode,
    idBase: "new",
    ...(scope ? { scope } : {}),
  });

describe("insert-clip", () => {
  const document = lay({ "video-1": "A0-60 B60-90", "video-2": "D40-80 E90-100" });

  test("overwrite cuts a hole; the piece behind gets a new id and shows what it showed (E5)", () => {
    const after = insert(document, [20, 30], "overwrite");
    expect(show(after)).toBe("A0-20 N20-30 new-130-60 B60-90");
    expect(sourceFrame(after, "new-1")).toBe(130);
  });

  test("overwrite across a cut shortens both sides and removes what is wholly covered", () => {
    expect(show(insert(document, [50, 70], "overwrite"))).toBe("A0-50 N50-70 B70-90");
    expect(show(insert(document, [0, 90], "overwrite"))).toBe("N0-90");
  });

  test("insert splits what is there and moves the rest of the track", () => {
    const after = insert(document, [20, 30], "insert");
    expect(show(after)).toBe("A0-20 N20-30 new-130-70 B70-100");
    expect(show(after, "video-2")).toBe(show(document, "video-2"));
  });

  test("insert over all tracks moves what begins later and leaves what crosses (E4)", () => {
    const after = insert(document, [60, 70], "insert", "all");
    expect(show(after)).toBe("A0-60 N60-70 B70-100");
    expect(show(after, "video-2")).toBe("D40-80 E100-110");
  });

  test("place refuses an overlap and names both clips", () => {
    expect(
      refusal(document, { type: "insert-clip", clip: clip([80, 95]), mode: "place", idBase: "n" }),
    ).toEqual({ code: "clip.overlap", details: { id: "N", otherId: "B" } });
    expect(show(insert(document, [90, 95], "place"))).toBe("A0-60 B60-90 N90-95");
  });

  test("a picture's edges go to the nearest frames of the project", () => {
    const off = { ...clip([90, 95]), start: 90 * FRAME + 5, duration: 5 * FRAME - 9 };
    const after = done(document, { type: "insert-clip", clip: off, mode: "place", idBase: "n" });
    expect(show(after)).toBe("A0-60 B60-90 N90-95");
  });

  test.each([
    ["track.kind", textAt("N", "video-1", [200, 210])],
    ["track.missing", mediaAt("N", "nowhere", [200, 210])],
    ["id.taken", mediaAt("A", "video-1", [200, 210])],
    ["clip.source-range", mediaAt("N", "video-1", [200, 210], { sourceStart: 995 * FRAME })],
    ["clip.too-short", mediaAt("N", "audio-1", [200, 201], { duration: FRAME - 1 })],
    ["edit.schema", mediaAt("N", "video-1", [200, 210], { opacity: 2 })],
  ])("refuses with %s", (code, wrong) => {
    const edit = { type: "insert-clip", clip: wrong, mode: "overwrite", idBase: "n" } as const;
    expect(refusal(document, edit).code).toBe(code);
  });

  test("a locked track refuses (E3)", () => {
    const locked = done(document, { type: "set-track", trackId: "video-1", locked: true });
    const edit = {
      type: "insert-clip",
      clip: clip([20, 30]),
      mode: "overwrite",
      idBase: "n",
    } as const;
    expect(refusal(locked, edit)).toEqual({
      code: "track.locked",
      details: { trackId: "video-1" },
    });
  });
});

describe("move-clips", () => {
  const move = (document: ProjectDocument, clipIds: string[], frames: number, more: object = {}) =>
    ({
      type: "move-clips",
      clipIds,
      deltaFlicks: frames * FRAME,
      trackDelta: 0,
      mode: "place",
      idBase: "m",
      ...more,
    }) as const;

  test("moves a selection by one distance that stops at 0", () => {
    const document = lay({ "video-1": "A10-30 B40-60" });
    const after = done(document, move(document, ["A", "B"], -25));
    expect(show(after)).toBe("A0-20 B30-50");
  });

  test("link partners come along in time and stay on their tracks; alone only if asked (E2)", () => {
    const document = lay(
      { "video-1": "A0-30", "audio-1": "M0-30" },
      { A: { linkId: "pair" }, M: { linkId: "pair" } },
    );
    const together = done(document, move(document, ["A"], 15, { trackDelta: 1 }));
    expect(show(together, "video-2")).toBe("A15-45");
    expect(show(together, "audio-1")).toBe("M15-45");
    const alone = done(document, move(document, ["A"], 15, { linked: false }));
    expect(show(alone)).toBe("A15-45");
    expect(show(alone, "audio-1")).toBe("M0-30");
  });

  test("counts steps among the tracks that take the clip, and refuses beyond the last", () => {
    const document = lay({ "video-1": "A0-30", "audio-1": "M0-30" });
    expect(show(done(document, move(document, ["A"], 0, { trackDelta: 2 })), "overlay-1")).toBe(
      "A0-30",
    );
    expect(show(done(document, move(document, ["M"], 0, { trackDelta: -1 })), "audio-2")).toBe(
      "M0-30",
    );
    expect(refusal(document, move(document, ["M"], 0, { trackDelta: 1 })).code).toBe(
      "track.missing",
    );
  });

  test("overwrite cuts what it lands on and leaves its old room empty", () => {
    const document = lay({ "video-1": "A0-30 B30-60 C60-90" });
    expect(show(done(document, move(document, ["A"], 45, { mode: "overwrite" })))).toBe(
      "B30-45 A45-75 C75-90",
    );
    expect(refusal(document, move(document, ["A"], 45)).code).toBe("clip.overlap");
  });

  test("F38: D before A with insert gives D, A, B, C, each with its own stretch of source", () => {
    const document = lay({ "video-1": "A0-30 B30-60 C60-90 D90-120" });
    const after = done(document, move(document, ["D"], -90, { mode: "insert" }));
    expect(show(after)).toBe("D0-30 A30-60 B60-90 C90-120");
    expect(["A", "B", "C", "D"].map((id) => sourceFrame(after, id))).toEqual([100, 100, 100, 100]);
  });

  test("insert to the right counts the room that closes behind it", () => {
    const document = lay({ "video-1": "A0-30 B30-60 C60-90 D90-120" });
    expect(show(done(document, move(document, ["A"], 60, { mode: "insert" })))).toBe(
      "B0-30 A30-60 C60-90 D90-120",
    );
    expect(show(done(document, move(document, ["A"], 10, { mode: "insert" })))).toBe(
      show(document),
    );
  });

  test("a transition comes along with both of its clips and is dropped when one leaves (E6)", () => {
    const document = crossfade(lay({ "video-1": "A0-30 B30-60" }), "A", "B", 10);
    expect(transitionFrames(done(document, move(document, ["A", "B"], 30)))).toEqual({ "A-B": 10 });
    expect(transitionFrames(done(document, move(document, ["B"], 1)))).toEqual({});
  });

  test("a move of less than half a frame is no change at all (E1)", () => {
    const document = lay({ "video-1": "A10-30" });
    expect(done(document, move(document, ["A"], 0.4))).toBe(document);
  });

  test("a clip that is not there is named", () => {
    const document = lay({});
    expect(refusal(document, move(document, ["X"], 1))).toEqual({
      code: "clip.missing",
      details: { clipId: "X" },
    });
  });
});

describe("duplicate-clips", () => {
  test("copies with new ids, a new link group and the transition between them", () => {
    const document = crossfade(
      lay(
        { "video-1": "A0-30 B30-60", "audio-1": "M0-30" },
        { A: { linkId: "pair" }, M: { linkId: "pair" } },
      ),
      "A",
      "B",
      10,
    );
    const after = done(document, {
      type: "duplicate-clips",
      clipIds: ["A", "B"],
      atFlicks: 60 * FRAME,
      trackDelta: 0,
      mode: "place",
      idBase: "d",
    });
    const copies = Object.values(after.clips).filter((one) => one.id.startsWith("d-"));
    expect(copies.map((one) => `${one.trackId} ${one.start / FRAME}`).toSorted()).toEqual([
      "audio-1 60",
      "video-1 60",
      "video-1 90",
    ]);
    const groups = new Set(copies.map((one) => one.linkId).filter((id) => id !== null));
    expect(groups.size).toBe(1);
    expect(groups.has("pair")).toBe(false);
    expect(Object.values(transitionFrames(after))).toEqual([10, 10]);
  });

  test("sound that starts between two frames is not copied to before 0", () => {
    const document = lay({ "audio-1": "M10-20" }, { M: { start: Math.round(10.6 * FRAME) } });
    const after = done(document, {
      type: "duplicate-clips",
      clipIds: ["M"],
      atFlicks: 0,
      trackDelta: 0,
      mode: "overwrite",
      idBase: "d",
    });
    expect(after.clips["d-1"]?.start).toBe(Math.round(0.6 * FRAME));
  });
});

describe("cutting sound that is hardly longer than a frame", () => {
  test("E5 pieces shorter than a frame vanish, and no rule is broken", () => {
    const start = Math.round(10.5 * FRAME);
    const document = lay(
      { "audio-1": "M10-20" },
      { M: { start, duration: Math.round(1.2 * FRAME) } },
    );
    const after = done(document, {
      type: "insert-clip",
      clip: mediaAt("N", "audio-1", [11, 21]),
      mode: "insert",
      idBase: "n",
    });
    expect(show(after, "audio-1")).toBe("N11-21");
  });
});
