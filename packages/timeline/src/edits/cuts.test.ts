import { describe, expect, test } from "vitest";
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

const flicks = (frames: number) => Math.round(frames * FRAME);

describe("roll", () => {
  const roll = (frames: number, more: object = {}) =>
    ({
      type: "roll",
      leftClipId: "A",
      rightClipId: "B",
      deltaFlicks: flicks(frames),
      ...more,
    }) as const;
  const document = lay({ "video-1": "A0-60 B60-90 C90-99" }, { B: { sourceStart: 8 * FRAME } });

  test("moves the cut and nothing else; each side keeps what it showed", () => {
    const after = done(document, roll(10));
    expect(show(after)).toBe("A0-70 B70-90 C90-99");
    expect(sourceFrame(after, "B")).toBe(18);
    expect(after.clips["C"]).toBe(document.clips["C"]);
  });

  test("stops at the handles and at one frame", () => {
    expect(show(done(document, roll(-30)))).toBe("A0-52 B52-90 C90-99");
    expect(show(done(document, roll(70)))).toBe("A0-89 B89-90 C90-99");
  });

  test("takes the same cut of the link partners along (E2)", () => {
    const [a, b] = [{ linkId: "a" }, { linkId: "b" }];
    const pairs = lay(
      { "video-1": "A0-60 B60-90", "audio-1": "M0-60 S60-90" },
      { A: a, M: a, B: b, S: b },
    );
    expect(show(done(pairs, roll(10)), "audio-1")).toBe("M0-70 S70-90");
    expect(show(done(pairs, roll(10, { linked: false })), "audio-1")).toBe("M0-60 S60-90");
  });

  test("refuses clips that do not touch", () => {
    expect(refusal(lay({ "video-1": "A0-60 B61-90" }), roll(1)).code).toBe("cut.not-touching");
  });
});

describe("slip", () => {
  const slip = (clipId: string, frames: number) =>
    ({ type: "slip", clipIds: [clipId], deltaFlicks: flicks(frames) }) as const;

  test("shows another stretch in the same place, as far as the source goes", () => {
    const document = lay({ "video-1": "A0-60 B60-90" });
    const after = done(document, slip("A", 20));
    expect(show(after)).toBe(show(document));
    expect(sourceFrame(after, "A")).toBe(120);
    expect(sourceFrame(done(document, slip("A", -500)), "A")).toBe(0);
    expect(sourceFrame(done(document, slip("A", 5000)), "A")).toBe(940);
  });

  test("shortens the transition whose handle it uses up", () => {
    const document = crossfade(lay({ "video-1": "A0-60 B60-90" }), "A", "B", 20);
    expect(transitionFrames(done(document, slip("B", -96)))).toEqual({ "A-B": 9 });
  });

  test("has nothing to show of a title or a still", () => {
    expect(refusal(lay({ "text-1": "T0-60" }), slip("T", 3)).code).toBe("clip.kind");
  });
});

describe("slide", () => {
  const slide = (frames: number) =>
    ({ type: "slide", clipId: "X", deltaFlicks: flicks(frames) }) as const;

  test("neighbours give and take; the clip shows the same", () => {
    const document = lay({ "video-1": "A0-40 X40-60 B60-100" });
    const after = done(document, slide(10));
    expect(show(after)).toBe("A0-50 X50-70 B70-100");
    expect([sourceFrame(after, "X"), sourceFrame(after, "B")]).toEqual([100, 110]);
    expect(show(done(document, slide(-70)))).toBe("A0-1 X1-21 B21-100");
  });

  test("a gap only shrinks, and stops the clip at its other side", () => {
    const document = lay({ "video-1": "A0-40 X45-60 B60-100" });
    expect(show(done(document, slide(-20)))).toBe("A0-40 X40-55 B55-100");
  });
});

describe("split-clip", () => {
  const split = (frame: number, clipIds: string[] | null, idBase = "s") =>
    ({ type: "split-clip", atFlicks: flicks(frame), clipIds, idBase }) as const;

  test("F33, F34: splits at 30, 45, 60, 75 give five clips there, all in step with the source", () => {
    let document = lay({ "video-1": "A0-90" });
    for (const frame of [30, 45, 60, 75])
      document = done(document, split(frame, null, `at${frame}x`));
    const clips = Object.values(document.clips).toSorted((a, b) => a.start - b.start);
    expect(clips.map((clip) => clip.start / FRAME)).toEqual([0, 30, 45, 60, 75]);
    expect(clips.map((clip) => sourceFrame(document, clip.id))).toEqual([100, 130, 145, 160, 175]);
    expect(clips.map((clip) => clip.duration / FRAME)).toEqual([30, 15, 15, 15, 15]);
  });

  test("E7 fades stay at the outer edges and a transition goes to the right half", () => {
    const document = crossfade(
      lay({ "video-1": "A0-60 B60-90" }, { A: { fadeIn: 5 * FRAME, fadeOut: 6 * FRAME } }),
      "A",
      "B",
      10,
    );
    const after = done(document, split(30, ["A"]));
    expect(after.clips["A"]).toMatchObject({ fadeIn: 5 * FRAME, fadeOut: 0 });
    expect(after.clips["s-1"]).toMatchObject({ fadeIn: 0, fadeOut: 6 * FRAME });
    expect(after.transitions["A-B"]).toMatchObject({ leftClipId: "s-1", rightClipId: "B" });
  });

  test("E7 right halves of a link group form a new group", () => {
    const pair = { linkId: "pair" };
    const document = lay({ "video-1": "A0-60", "audio-1": "M0-60" }, { A: pair, M: pair });
    const after = done(document, split(20, ["A"]));
    expect(show(after, "audio-1")).toMatch(/^M0-20 s-\d20-60$/);
    const rights = Object.values(after.clips).filter((clip) => clip.start > 0);
    expect(new Set(rights.map((clip) => clip.linkId)).size).toBe(1);
    expect(rights[0]?.linkId).not.toBe("pair");
    expect(after.clips["A"]?.linkId).toBe("pair");
  });

  test("on all tracks passes locked ones by; an edge is no place to split", () => {
    const document = done(lay({ "video-1": "A0-60", "video-2": "B0-60" }), {
      type: "set-track",
      trackId: "video-2",
      locked: true,
    });
    const after = done(document, split(30, null));
    expect(show(after, "video-2")).toBe("B0-60");
    expect(show(after)).toBe("A0-30 s-130-60");
    expect(refusal(document, split(0, ["A"])).code).toBe("split.outside");
    expect(refusal(document, split(60, null)).code).toBe("split.outside");
    expect(refusal(document, split(30, ["B"])).code).toBe("track.locked");
  });

  test("at a speed that does not divide, splitting again and again stays inside the source", () => {
    let document = lay(
      { "video-1": "A0-60" },
      {
        A: {
          speed: { n: 137, d: 100 },
          sourceStart: 0,
          sourceDuration: Math.floor((60 * FRAME * 137) / 100),
        },
      },
    );
    for (let frame = 1; frame < 60; frame += 1)
      document = done(document, split(frame, null, `x${frame}`));
    expect(Object.keys(document.clips)).toHaveLength(60);
  });
});
