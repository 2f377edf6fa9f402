import { describe, expect, test } from "vitest";
import { FRAME, crossfade, done, lay, refusal, show, transitionFrames } from "../lanes.cases.ts";

describe("lift", () => {
  test("leaves the room empty and takes the transition along", () => {
    const document = crossfade(lay({ "video-1": "A0-30 B30-60 C60-90" }), "A", "B", 10);
    const after = done(document, { type: "lift", clipIds: ["B"] });
    expect(show(after)).toBe("A0-30 C60-90");
    expect(transitionFrames(after)).toEqual({});
  });
});

describe("ripple-delete", () => {
  test("closes the room of several clips at once", () => {
    const document = lay({ "video-1": "A0-30 B30-60 C60-90 D100-130" });
    const after = done(document, { type: "ripple-delete", clipIds: ["A", "C"], scope: "track" });
    expect(show(after)).toBe("B0-30 D40-70");
  });

  test("F36: only the clip's own track moves unless all are asked for", () => {
    const document = lay({ "video-1": "A0-30 B30-60 C60-90", "video-2": "D10-20 E70-80" });
    const own = done(document, { type: "ripple-delete", clipIds: ["B"], scope: "track" });
    expect(show(own, "video-2")).toBe("D10-20 E70-80");
    const all = done(document, { type: "ripple-delete", clipIds: ["B"], scope: "all" });
    expect([show(all), show(all, "video-2")]).toEqual(["A0-30 C30-60", "D10-20 E40-50"]);
  });

  test("a linked pair closes its room once on each track", () => {
    const pair = { linkId: "p" };
    const document = lay(
      { "video-1": "A0-30 B30-60", "audio-1": "M0-30 S30-60" },
      { A: pair, M: pair },
    );
    for (const scope of ["track", "all"] as const) {
      const after = done(document, { type: "ripple-delete", clipIds: ["A"], scope });
      expect([show(after), show(after, "audio-1")]).toEqual(["B0-30", "S0-30"]);
    }
  });

  test("refuses when another track has no room, and changes nothing", () => {
    const document = lay({ "video-1": "A0-30 B30-60", "video-2": "D10-35 E35-80" });
    expect(
      refusal(document, { type: "ripple-delete", clipIds: ["A"], scope: "all" }),
    ).toMatchObject({
      code: "ripple.blocked",
      details: { trackId: "video-2" },
    });
  });
});

describe("ripple-delete of clips at different times", () => {
  test("over all tracks closes the joint range, or is refused when something lies in it", () => {
    const pair = { linkId: "p" };
    const lanes = { "video-1": "A0-30 C60-90", "audio-1": "M20-50 S50-60" };
    const open = lay(lanes, { A: pair, M: pair });
    const after = done(open, { type: "ripple-delete", clipIds: ["A"], scope: "all" });
    expect([show(after), show(after, "audio-1")]).toEqual(["C10-40", "S0-10"]);
    const shut = lay({ ...lanes, "video-1": "A0-30 B35-50 C60-90" }, { A: pair, M: pair });
    expect(refusal(shut, { type: "ripple-delete", clipIds: ["A"], scope: "all" })).toMatchObject({
      code: "ripple.blocked",
      details: { trackId: "video-1" },
    });
  });
});

describe("close-gap", () => {
  const close = (frame: number, scope: "track" | "all" = "track") =>
    ({ type: "close-gap", trackId: "video-1", atFlicks: frame * FRAME, scope }) as const;

  test("F36: the gap at 30 closes on its own track; a clip elsewhere that crosses it stays", () => {
    const document = lay({ "video-1": "A0-30 B60-90", "video-2": "C20-50" });
    expect(show(done(document, close(30)))).toBe("A0-30 B30-60");
    const all = done(document, close(30, "all"));
    expect([show(all), show(all, "video-2")]).toEqual(["A0-30 B30-60", "C20-50"]);
  });

  test("closes a gap at the start, and finds none under a clip or after the last one", () => {
    const document = lay({ "video-1": "A10-30" });
    expect(show(done(document, close(0)))).toBe("A0-20");
    expect(refusal(document, close(10)).code).toBe("gap.none");
    expect(refusal(document, close(30)).code).toBe("gap.none");
  });
});

describe("tracks", () => {
  test("a new track goes on top or where it is told; a removed one takes its clips along", () => {
    const document = lay({ "video-1": "A0-30", "video-2": "B0-30" });
    const track = {
      id: "V3",
      kind: "video",
      name: "V3",
      muted: false,
      solo: false,
      locked: false,
      hidden: false,
    } as const;
    expect(done(document, { type: "add-track", track }).trackOrder.at(-1)).toBe("V3");
    const low = done(document, { type: "add-track", track, index: 0 });
    expect(low.trackOrder[0]).toBe("V3");
    expect(refusal(low, { type: "add-track", track }).code).toBe("id.taken");
    const after = done(document, { type: "remove-track", trackId: "video-2" });
    expect(Object.keys(after.clips)).toEqual(["A"]);
    expect(after.trackOrder).not.toContain("video-2");
    expect(after.tracks["video-2"]).toBeUndefined();
  });

  test("a track is renamed, muted and moved; the same values are no change", () => {
    const document = lay({});
    const after = done(document, {
      type: "set-track",
      trackId: "video-1",
      name: "Main",
      muted: true,
      index: 0,
    });
    expect(after.trackOrder[0]).toBe("video-1");
    expect(after.tracks["video-1"]).toMatchObject({ name: "Main", muted: true, solo: false });
    expect(done(document, { type: "set-track", trackId: "video-1", muted: false })).toBe(document);
    expect(refusal(document, { type: "set-track", trackId: "x" }).code).toBe("track.missing");
  });

  test("a locked track is not removed, but can be unlocked (E3)", () => {
    const locked = done(lay({}), { type: "set-track", trackId: "video-1", locked: true });
    expect(refusal(locked, { type: "remove-track", trackId: "video-1" }).code).toBe("track.locked");
    const open = done(locked, { type: "set-track", trackId: "video-1", locked: false });
    expect(open.tracks["video-1"]?.locked).toBe(false);
  });
});
