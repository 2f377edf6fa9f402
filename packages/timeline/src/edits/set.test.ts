import { describe, expect, test } from "vitest";
import { checkDocument } from "../invariants.ts";
import {
  FRAME,
  crossfade,
  done,
  lay,
  refusal,
  shapeAt,
  show,
  transitionFrames,
} from "../lanes.cases.ts";
import { handlesAtCut } from "../queries.ts";
import type { ClipChanges } from "./set-clip.ts";

const set = (clipIds: string[], changes: ClipChanges, ripple?: "none" | "track") =>
  ({ type: "set-clip", clipIds, changes, ...(ripple ? { ripple } : {}) }) as const;

describe("set-clip", () => {
  const document = lay({ "video-1": "A0-60 B60-90", "text-1": "T0-30", "audio-1": "M0-30" });

  test("changes only the fields that are given, on several clips at once", () => {
    const after = done(document, set(["A", "B"], { opacity: 0.5, transform: { x: 0.25 } }));
    expect(after.clips["A"]).toMatchObject({ opacity: 0.5, transform: { x: 0.25, scale: 1 } });
    expect(after.clips["B"]).toMatchObject({ opacity: 0.5 });
    expect(after.clips["T"]).toBe(document.clips["T"]);
  });

  test("a fade stops where the other one begins", () => {
    const faded = done(document, set(["A"], { fadeOut: 20 * FRAME }));
    expect(done(faded, set(["A"], { fadeIn: 50 * FRAME })).clips["A"]).toMatchObject({
      fadeIn: 40 * FRAME,
      fadeOut: 20 * FRAME,
    });
    const sound = done(document, set(["M"], { audio: { fadeIn: 99 * FRAME, gainDb: -6 } })).clips[
      "M"
    ];
    expect(sound).toMatchObject({ audio: { fadeIn: 30 * FRAME, fadeOut: 0, gainDb: -6 } });
  });

  test("twice the speed is half the length, and what follows comes along (E9)", () => {
    const fast = done(document, set(["A"], { speed: { n: 2, d: 1 } }));
    expect(show(fast)).toBe("A0-30 B30-60");
    expect(show(done(fast, set(["A"], { speed: { n: 1, d: 1 } })))).toBe(show(document));
    expect(show(done(document, set(["A"], { speed: { n: 2, d: 1 } }, "none")))).toBe(
      "A0-30 B60-90",
    );
  });

  test("one frame at a file's end can run faster: it begins earlier in the file (T7)", () => {
    const last = lay({ "video-1": "A0-1" }, { A: { sourceStart: 999 * FRAME } });
    const fast = done(last, set(["A"], { speed: { n: 3, d: 1 } }));
    expect(fast.clips["A"]).toMatchObject({ duration: FRAME, sourceStart: 997 * FRAME });
  });

  test("slower without ripple is refused when there is no room", () => {
    expect(refusal(document, set(["A"], { speed: { n: 1, d: 2 } }, "none")).code).toBe(
      "clip.overlap",
    );
    expect(show(done(document, set(["A", "B"], { speed: { n: 1, d: 2 } })))).toBe(
      "A0-120 B120-180",
    );
  });

  test("a title has no speed and no sound, and a video has no text", () => {
    expect(refusal(document, set(["T"], { speed: { n: 2, d: 1 } })).code).toBe("clip.kind");
    expect(refusal(document, set(["T"], { audio: { muted: true } })).code).toBe("clip.kind");
    expect(refusal(document, set(["A"], { text: "Hello" })).code).toBe("clip.kind");
    const after = done(document, set(["T"], { text: "Hello", style: { colour: "#ff0000" } }));
    expect(after.clips["T"]).toMatchObject({
      text: "Hello",
      style: { colour: "#ff0000", weight: 600 },
    });
  });

  test("a shape has a figure, keys of its pose and a blend; no text, no sound, no look (E3)", () => {
    const clips = { ...document.clips, S: shapeAt("S", "overlay-1", [0, 30]) };
    const drawn = { ...document, clips };
    const keys = { scale: [{ at: 0, value: 2, ease: "hold" as const }] };
    const shape = { figure: "star", points: 7, fill: null } as const;
    const after = done(drawn, set(["S"], { shape, keys, blend: "screen" })).clips["S"];
    expect(after).toMatchObject({ shape: { ...shape, width: 0.4 }, keys, blend: "screen" });
    for (const changes of [{ text: "Hi" }, { style: { size: 0.2 } }, { look: { flipX: true } }]) {
      expect(refusal(drawn, set(["S"], changes)).code).toBe("clip.kind");
    }
    expect(refusal(drawn, set(["S", "T"], { shape })).code).toBe("clip.kind");
    expect(refusal(drawn, set(["S"], { shape: { points: 2.5 } })).code).toBe("edit.schema");
  });

  test("a value out of range is refused by its path", () => {
    expect(refusal(document, set(["A"], { opacity: 1.5 }))).toEqual({
      code: "edit.schema",
      details: { path: "changes/opacity" },
    });
    expect(refusal(document, set(["A"], { speed: { n: 500, d: 1 } }))).toMatchObject({
      code: "edit.breaks-rule",
      details: { rule: "T15" },
    });
  });
});

describe("transitions", () => {
  const add = (frames: number) =>
    ({
      type: "add-transition",
      id: "x",
      kind: "crossfade",
      leftClipId: "A",
      rightClipId: "B",
      durationFlicks: frames * FRAME,
    }) as const;

  test("T10 refuses more than the handles give and says how much there is", () => {
    const document = lay(
      { "video-1": "A0-60 B60-90" },
      { A: { sourceDuration: 164 * FRAME }, B: { sourceStart: 9 * FRAME } },
    );
    const refused = refusal(document, add(10));
    expect(refused).toEqual({
      code: "transition.no-handle",
      details: {
        availableFlicks: 8 * FRAME,
        leftHandleFlicks: 4 * FRAME,
        rightHandleFlicks: 9 * FRAME,
      },
    });
    expect(transitionFrames(done(document, add(8)))).toEqual({ x: 8 });
    expect(handlesAtCut(document, "A", "B")).toEqual({
      leftFlicks: 4 * FRAME,
      rightFlicks: 9 * FRAME,
      maxTransitionFlicks: 8 * FRAME,
    });
  });

  test("two files laid end to end have no handle at all", () => {
    const document = lay(
      { "video-1": "A0-60 B60-90" },
      { A: { sourceDuration: 160 * FRAME }, B: { sourceStart: 0 } },
    );
    expect(refusal(document, add(10))).toMatchObject({
      code: "transition.no-handle",
      details: { availableFlicks: 0 },
    });
  });

  test("titles have handles without end, so their length is the limit (T12)", () => {
    const document = lay({ "text-1": "A0-10 B10-20" });
    expect(refusal(document, add(30))).toEqual({
      code: "transition.too-long",
      details: { availableFlicks: 20 * FRAME },
    });
    expect(transitionFrames(done(document, add(20)))).toEqual({ x: 20 });
  });

  test("F52: five crossfades between six clips of 60 frames leave every cut where it was", () => {
    let document = lay({ "video-1": "A0-60 B60-120 C120-180 D180-240 E240-300 F300-360" });
    for (const pair of ["AB", "BC", "CD", "DE", "EF"]) {
      document = crossfade(document, pair[0] ?? "", pair[1] ?? "", 15);
    }
    expect(Object.values(transitionFrames(document))).toEqual([15, 15, 15, 15, 15]);
    expect(show(document)).toBe("A0-60 B60-120 C120-180 D180-240 E240-300 F300-360");
  });

  test("there is one at a cut, it needs clips that touch, and it can be changed and removed", () => {
    const document = crossfade(lay({ "video-1": "A0-60 B60-90 C95-99" }), "A", "B", 10);
    expect(refusal(document, add(4)).code).toBe("transition.exists");
    expect(refusal(document, { ...add(4), leftClipId: "B", rightClipId: "C" }).code).toBe(
      "transition.not-touching",
    );
    const longer = done(document, {
      type: "set-transition",
      transitionId: "A-B",
      durationFlicks: 24 * FRAME,
    });
    expect(transitionFrames(longer)).toEqual({ "A-B": 24 });
    expect(
      transitionFrames(done(longer, { type: "remove-transition", transitionId: "A-B" })),
    ).toEqual({});
    expect(refusal(document, { type: "remove-transition", transitionId: "x" }).code).toBe(
      "transition.missing",
    );
  });

  test("on a locked track a transition cannot be touched (E3)", () => {
    const document = crossfade(lay({ "video-1": "A0-60 B60-90" }), "A", "B", 10);
    const locked = done(document, { type: "set-track", trackId: "video-1", locked: true });
    expect(refusal(locked, { type: "remove-transition", transitionId: "A-B" }).code).toBe(
      "track.locked",
    );
  });
});

describe("links", () => {
  test("clips are linked and unlinked as a group", () => {
    const document = lay({ "video-1": "A0-30", "audio-1": "M0-30", "text-1": "T0-30" });
    const linked = done(document, { type: "link", clipIds: ["A", "M"], linkId: "g" });
    expect([
      linked.clips["A"]?.linkId,
      linked.clips["M"]?.linkId,
      linked.clips["T"]?.linkId,
    ]).toEqual(["g", "g", null]);
    expect(refusal(linked, { type: "link", clipIds: ["T"], linkId: "g" }).code).toBe("id.taken");
    expect(done(linked, { type: "unlink", clipIds: ["A"] })).toEqual(document);
  });
});

describe("markers", () => {
  test("a marker is added, moved and removed", () => {
    const marker = { id: "m", at: 5, name: "Beat", colour: "#00ff00" };
    const added = done(lay({}), { type: "add-marker", marker });
    expect(refusal(added, { type: "add-marker", marker }).code).toBe("id.taken");
    const moved = done(added, { type: "set-marker", markerId: "m", at: 9 });
    expect(moved.markers["m"]).toEqual({ ...marker, at: 9 });
    const noted = done(moved, { type: "set-marker", markerId: "m", note: "Loud" });
    expect(noted.markers["m"]).toEqual({ ...marker, at: 9, note: "Loud" });
    expect(done(noted, { type: "set-marker", markerId: "m", note: "" })).toEqual(moved);
    expect(done(moved, { type: "remove-marker", markerId: "m" }).markers).toEqual({});
    expect(refusal(lay({}), { type: "remove-marker", markerId: "m" }).code).toBe("marker.missing");
  });
});

describe("set-settings", () => {
  test("at another rate clips that touched still touch, on the new grid", () => {
    const document = crossfade(
      lay({ "video-1": "A0-31 B31-90 C90-97", "audio-1": "M1-30" }),
      "A",
      "B",
      10,
    );
    for (const rate of [
      { n: 25, d: 1 },
      { n: 30_000, d: 1001 },
      { n: 60, d: 1 },
    ]) {
      const after = done(document, { type: "set-settings", settings: { rate } });
      expect(checkDocument(after)).toEqual([]);
      const [a, b, c] = ["A", "B", "C"].map((id) => after.clips[id]!);
      expect([a!.start + a!.duration, b!.start + b!.duration]).toEqual([b!.start, c!.start]);
      expect(Object.keys(after.transitions)).toEqual(["A-B"]);
      expect(after.clips["M"]).toBe(document.clips["M"]);
    }
  });

  test("size and background touch no clip; the same settings are no change", () => {
    const document = lay({ "video-1": "A0-30" });
    const after = done(document, { type: "set-settings", settings: { width: 1080, height: 1920 } });
    expect(after.clips).toBe(document.clips);
    expect(done(document, { type: "set-settings", settings: { rate: { n: 30, d: 1 } } })).toBe(
      document,
    );
  });

  test("refuses a rate whose frame is not whole, or at which a clip would vanish", () => {
    const document = lay({ "video-1": "A0-1" });
    expect(
      refusal(document, { type: "set-settings", settings: { rate: { n: 11, d: 1 } } }).code,
    ).toBe("settings.rate");
    expect(
      refusal(document, { type: "set-settings", settings: { rate: { n: 12, d: 1 } } }),
    ).toEqual({
      code: "settings.rate",
      details: { clipId: "A" },
    });
  });
});
