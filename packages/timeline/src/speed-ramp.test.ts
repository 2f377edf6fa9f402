import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EASES, EASE_NAMES } from "./keys.ts";
import type { Key } from "./keys.ts";
import { FRAME, done, lay, mediaAt, refusal, show, sourceFrame } from "./lanes.cases.ts";
import { clipEnd, headHandle, pacedSourceSpan, paceOf, pieceOf, tailHandle } from "./source.ts";
import { sourceElapsedFlicks, speedKnots, speedPercentAt } from "./speed-ramp.ts";

const key = (frame: number, value: number, ease = EASES.linear): Key => ({
  at: frame * FRAME,
  value,
  ease,
});
const ONCE = { n: 1, d: 1 };

const someKeys = fc
  .uniqueArray(fc.integer({ min: -40, max: 90 }), { minLength: 1, maxLength: 5 })
  .chain((frames) =>
    fc.tuple(
      ...frames
        .toSorted((a, b) => a - b)
        .map((frame) =>
          fc.record({
            at: fc.constant(frame * FRAME),
            value: fc.integer({ min: 10, max: 1000 }),
            ease: fc.constantFrom(...EASE_NAMES).map((name) => EASES[name]),
          }),
        ),
    ),
  );

describe("the integral of a ramp", () => {
  test("is the area under a straight line, to the flick", () => {
    const ramp = speedKnots([key(0, 100), key(60, 300)]);
    expect(sourceElapsedFlicks({ speed: ONCE, ramp }, 60 * FRAME)).toBe(120 * FRAME);
    expect(sourceElapsedFlicks({ speed: ONCE, ramp }, 30 * FRAME)).toBe(45 * FRAME);
    expect(sourceElapsedFlicks({ speed: { n: 1, d: 2 }, ramp }, 60 * FRAME)).toBe(60 * FRAME);
  });

  test("rests outside of the keys and jumps after a hold", () => {
    const ramp = speedKnots([key(10, 50, "hold"), key(20, 200)]);
    expect(sourceElapsedFlicks({ speed: ONCE, ramp }, 10 * FRAME)).toBe(5 * FRAME);
    expect(sourceElapsedFlicks({ speed: ONCE, ramp }, 30 * FRAME)).toBe(30 * FRAME);
    expect(sourceElapsedFlicks({ speed: ONCE, ramp }, -10 * FRAME)).toBe(-5 * FRAME);
  });

  test("never runs backwards, adds up, and stays within its slowest and fastest speed", () => {
    fc.assert(
      fc.property(someKeys, fc.integer({ min: -50, max: 99 }), (keys, frame) => {
        const pace = { speed: ONCE, ramp: speedKnots(keys) };
        const read = (to: number) => sourceElapsedFlicks(pace, to * FRAME);
        const step = read(frame + 1) - read(frame);
        expect(step).toBeGreaterThanOrEqual(FRAME / 10 - 1);
        expect(step).toBeLessThanOrEqual(FRAME * 10 + 1);
        expect(speedPercentAt(keys, frame * FRAME)).toBeGreaterThanOrEqual(10);
      }),
    );
  });
});

describe("clips with a ramp or backwards", () => {
  const film = mediaAt("A", "video-1", [10, 70]);
  const paced = (keys: Key[], more = {}) => ({ ...film, speedKeys: keys, ...more });

  test("handles end exactly where the source does (T7)", () => {
    fc.assert(
      fc.property(someKeys, fc.boolean(), (keys, backwards) => {
        const clip = paced(keys, backwards ? { reversed: true } : {});
        const pace = paceOf(clip);
        const read = (from: number, to: number) =>
          sourceElapsedFlicks(pace, to) - sourceElapsedFlicks(pace, from);
        const top = clip.sourceStart + pacedSourceSpan(clip.duration, pace);
        const above = clip.sourceDuration === null ? 0 : clip.sourceDuration - top;
        const [before, after] = backwards ? [above, clip.sourceStart] : [clip.sourceStart, above];
        const [head, tail] = [headHandle(clip), tailHandle(clip)];
        expect(read(-head, 0)).toBeLessThanOrEqual(before);
        expect(read(-head - FRAME, 0)).toBeGreaterThan(before);
        expect(read(clip.duration, clip.duration + tail)).toBeLessThanOrEqual(after + 1);
        expect(read(clip.duration, clip.duration + tail + FRAME)).toBeGreaterThan(after);
      }),
    );
  });

  test("two halves read what the whole did, to a flick (E7, E8)", () => {
    fc.assert(
      fc.property(someKeys, fc.boolean(), fc.integer({ min: 1, max: 59 }), (keys, back, at) => {
        const whole = paced(keys, back ? { reversed: true } : {});
        const cut = whole.start + at * FRAME;
        const left = pieceOf(whole, whole.start, cut);
        const right = pieceOf(whole, cut, clipEnd(whole));
        if (left.kind !== "media" || right.kind !== "media") throw new Error("no film");
        const spanOf = (clip: typeof left) => pacedSourceSpan(clip.duration, paceOf(clip));
        const [first, second] = back ? [right, left] : [left, right];
        expect(Math.abs(first.sourceStart - whole.sourceStart)).toBeLessThanOrEqual(2);
        const joint = second.sourceStart - (first.sourceStart + spanOf(first));
        expect(Math.abs(joint)).toBeLessThanOrEqual(2);
      }),
    );
  });

  test("a ramp keeps the stretch of source, and what follows comes along (E9)", () => {
    const document = lay({ "video-1": "A0-60 B60-90" });
    const ramp = [key(0, 200), key(60, 200)];
    const set = (speedKeys: Key[]) =>
      ({ type: "set-clip", clipIds: ["A"], changes: { speedKeys } }) as const;
    const fast = done(document, set(ramp));
    expect(show(fast)).toBe("A0-30 B30-60");
    expect(show(done(fast, set([])))).toBe("A0-60 B60-90");
    const slower = done(fast, {
      type: "set-clip",
      clipIds: ["A"],
      changes: { speed: { n: 1, d: 2 } },
    });
    expect(show(slower)).toBe("A0-60 B60-90");
    expect(slower.clips["A"]).toMatchObject({ speedKeys: [{ at: 0 }, { at: 120 * FRAME }] });
  });

  test("reversing changes neither place nor source, and twice is nothing", () => {
    const document = lay({ "video-1": "A0-60", "text-1": "T0-30" });
    const set = (clipId: string, reversed: boolean) =>
      ({ type: "set-clip", clipIds: [clipId], changes: { reversed } }) as const;
    const back = done(document, set("A", true));
    expect(back.clips["A"]).toMatchObject({ reversed: true, sourceStart: 100 * FRAME });
    expect(done(back, set("A", false)).clips["A"]).toEqual(document.clips["A"]);
    expect(refusal(document, set("T", true)).code).toBe("clip.kind");
    const trim = { type: "trim-clip", clipId: "A", edge: "start", ripple: "none" } as const;
    const later = done(back, { ...trim, deltaFlicks: 10 * FRAME });
    expect(sourceFrame(later, "A")).toBe(100);
    const shorter = done(back, { ...trim, edge: "end", deltaFlicks: -10 * FRAME });
    expect(sourceFrame(shorter, "A")).toBe(110);
  });
});

describe("freeze-frame", () => {
  const freeze = (clipId: string, frame: number) =>
    ({
      type: "freeze-frame",
      clipIds: [clipId],
      atFlicks: frame * FRAME,
      durationFlicks: 20 * FRAME,
      idBase: "held",
    }) as const;

  test("cuts the clip and holds what it shows there, pose and all", () => {
    const keys = { x: [key(0, 0), key(40, 0.4)] };
    const document = lay({ "video-1": "A0-60 B60-90" }, { A: { keys } });
    const after = done(document, freeze("A", 20));
    const lane = Object.values(after.clips).toSorted((a, b) => a.start - b.start);
    expect(lane.map((clip) => [clip.start / FRAME, clip.duration / FRAME])).toEqual([
      [0, 20],
      [20, 20],
      [40, 40],
      [80, 30],
    ]);
    const [, hold, rest] = lane;
    expect(hold).toMatchObject({ frozen: true, sourceStart: 120 * FRAME, transform: { x: 0.2 } });
    expect(hold).not.toHaveProperty("keys");
    expect(rest).toMatchObject({ sourceStart: 120 * FRAME });
  });

  test("of a clip backwards it holds the frame that is shown there", () => {
    const document = lay({ "video-1": "A0-60" }, { A: { reversed: true } });
    const hold = Object.values(done(document, freeze("A", 10)).clips).find(
      (clip) => clip.kind === "media" && clip.frozen,
    );
    // Frames 159, 158, ... 149.
    expect(hold).toMatchObject({ sourceStart: 149 * FRAME });
  });

  test("on a clip's first frame nothing is cut; a held clip has no end and is not held again", () => {
    const document = lay({ "video-1": "A10-60" });
    const after = done(document, freeze("A", 10));
    expect(Object.keys(after.clips)).toHaveLength(2);
    expect(after.clips["A"]?.start).toBe(30 * FRAME);
    const hold = Object.values(after.clips).find((clip) => clip.id !== "A");
    if (hold === undefined) throw new Error("nothing is held");
    expect([headHandle(hold), tailHandle(hold)]).toEqual([Infinity, Infinity]);
    expect(refusal(after, freeze(hold.id, 15)).code).toBe("clip.kind");
    expect(refusal(document, freeze("A", 60)).code).toBe("split.outside");
  });

  test("link partners make room as well", () => {
    const document = lay(
      { "video-1": "A0-60", "audio-1": "M0-60" },
      { A: { linkId: "pair" }, M: { linkId: "pair" } },
    );
    const after = done(document, freeze("A", 30));
    expect(show(after, "audio-1")).toMatch(/^M0-30 \S+50-80$/);
  });
});
