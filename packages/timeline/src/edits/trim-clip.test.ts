import { describe, expect, test } from "vitest";
import { clipEnd } from "../source.ts";
import {
  FRAME,
  crossfade,
  done,
  lay,
  refusal,
  show,
  sourceFrame,
  transitionFrames,
} from "../lanes.cases.ts";

const trim = (clipId: string, edge: "start" | "end", frames: number, more: object = {}) =>
  ({
    type: "trim-clip",
    clipId,
    edge,
    deltaFlicks: Math.round(frames * FRAME),
    ripple: "none",
    ...more,
  }) as const;

describe("trim-clip", () => {
  const document = lay({ "video-1": "A0-60 B60-90 C100-130", "video-2": "D70-80 E95-99" });

  test("plain: the edge moves, the rest stays, and the source follows the start", () => {
    expect(show(done(document, trim("A", "end", -10)))).toBe("A0-50 B60-90 C100-130");
    const after = done(document, trim("B", "start", 10));
    expect(show(after)).toBe("A0-60 B70-90 C100-130");
    expect(sourceFrame(after, "B")).toBe(110);
  });

  test("E8 stops at the neighbour, at the source's end and at one frame", () => {
    expect(show(done(document, trim("B", "end", 50)))).toBe("A0-60 B60-100 C100-130");
    expect(show(done(document, trim("C", "start", -50)))).toBe("A0-60 B60-90 C90-130");
    expect(show(done(document, trim("B", "start", 99)))).toBe("A0-60 B89-90 C100-130");
    expect(show(done(document, trim("C", "end", 5000)))).toBe("A0-60 B60-90 C100-1000");
    const early = lay({ "video-1": "A0-60 B160-190" }, { B: { sourceStart: 4 * FRAME } });
    expect(show(done(early, trim("B", "start", -90)))).toBe("A0-60 B156-190");
  });

  test("a trim of no frames is no change", () => {
    expect(done(document, trim("A", "end", 20))).toBe(document);
    expect(done(document, trim("A", "start", 0.3))).toBe(document);
  });

  test("F40: at double speed 10 frames of timeline move the source by 20", () => {
    const fast = lay({ "video-1": "A0-60" }, { A: { speed: { n: 2, d: 1 } } });
    const after = done(fast, trim("A", "start", 10));
    expect(show(after)).toBe("A10-60");
    expect(sourceFrame(after, "A")).toBe(120);
    expect(sourceFrame(done(after, trim("A", "start", -10)), "A")).toBe(100);
  });

  test("ripple: the end takes what follows along, on its own track or on all (E4)", () => {
    const own = done(document, trim("A", "end", -10, { ripple: "track" }));
    expect(show(own)).toBe("A0-50 B50-80 C90-120");
    expect(show(own, "video-2")).toBe("D70-80 E95-99");
    const all = done(document, trim("A", "end", 10, { ripple: "all" }));
    expect(show(all)).toBe("A0-70 B70-100 C110-140");
    expect(show(all, "video-2")).toBe("D80-90 E105-109");
  });

  test("ripple: a start that is trimmed keeps the clip's place and pulls the rest", () => {
    const shorter = done(document, trim("B", "start", 10, { ripple: "track" }));
    expect(show(shorter)).toBe("A0-60 B60-80 C90-120");
    expect(sourceFrame(shorter, "B")).toBe(110);
    const longer = done(document, trim("B", "start", -10, { ripple: "all" }));
    expect(show(longer)).toBe("A0-60 B60-100 C110-140");
    expect(sourceFrame(longer, "B")).toBe(90);
    expect(show(longer, "video-2")).toBe("D80-90 E105-109");
  });

  test("a ripple that would push two clips of another track together is refused", () => {
    const tight = lay({ "video-1": "A0-60", "video-2": "D20-58 E60-90" });
    expect(refusal(tight, trim("A", "end", -10, { ripple: "all" }))).toEqual({
      code: "ripple.blocked",
      details: { trackId: "video-2", clipId: "E" },
    });
    const locked = done(tight, { type: "set-track", trackId: "video-2", locked: true });
    expect(show(done(locked, trim("A", "end", -10, { ripple: "all" })))).toBe("A0-50");
  });

  test("markers follow a ripple over all tracks; one inside the lost stretch stops at the cut", () => {
    let marked = document;
    for (const [id, frame] of [
      ["before", 20],
      ["inside", 55],
      ["after", 90],
    ] as const) {
      const marker = { id, at: frame * FRAME, name: id, colour: "#ff8800" };
      marked = done(marked, { type: "add-marker", marker });
    }
    const after = done(marked, trim("A", "end", -10, { ripple: "all" }));
    const at = Object.fromEntries(
      Object.values(after.markers).map((one) => [one.id, one.at / FRAME]),
    );
    expect(at).toEqual({ before: 20, inside: 50, after: 80 });
  });

  test("a partner whose edge is at the same time comes along, another one does not (E2)", () => {
    const group = { linkId: "g" };
    const linked = lay(
      { "video-1": "A0-60", "audio-1": "M0-60", "audio-2": "S0-40" },
      { A: group, M: group, S: group },
    );
    const after = done(linked, trim("A", "end", -10));
    expect([show(after), show(after, "audio-1"), show(after, "audio-2")]).toEqual([
      "A0-50",
      "M0-50",
      "S0-40",
    ]);
    const alone = done(linked, trim("A", "end", -10, { linked: false }));
    expect(show(alone, "audio-1")).toBe("M0-60");
  });

  test("a transition is shortened by what its handle loses, and dropped when the clips part (E6)", () => {
    const joined = crossfade(
      lay({ "video-1": "A0-60 B60-90" }, { A: { sourceDuration: 170 * FRAME } }),
      "A",
      "B",
      20,
    );
    const shorter = done(joined, trim("A", "end", 5, { ripple: "track" }));
    expect(show(shorter)).toBe("A0-65 B65-95");
    expect(transitionFrames(shorter)).toEqual({ "A-B": 10 });
    expect(transitionFrames(done(joined, trim("A", "end", 10, { ripple: "track" })))).toEqual({});
    expect(transitionFrames(done(joined, trim("A", "end", -1)))).toEqual({});
    expect(transitionFrames(done(joined, trim("B", "end", -25)))).toEqual({ "A-B": 10 });
  });

  test("fades shrink with the clip (T8)", () => {
    const faded = lay({ "video-1": "A0-60" }, { A: { fadeIn: 20 * FRAME, fadeOut: 30 * FRAME } });
    expect(done(faded, trim("A", "end", -20)).clips["A"]).toMatchObject({
      fadeIn: 20 * FRAME,
      fadeOut: 20 * FRAME,
    });
  });

  test("sound may be drawn out to its very last flick", () => {
    const sound = lay({ "audio-1": "M0-60" }, { M: { sourceDuration: 170 * FRAME + 7 } });
    const clip = done(sound, trim("M", "end", 90)).clips["M"]!;
    expect(clipEnd(clip)).toBe(70 * FRAME + 7);
  });
});
