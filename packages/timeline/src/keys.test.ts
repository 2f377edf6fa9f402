import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Clip, ProjectDocument } from "./document.ts";
import { checkDocument } from "./invariants.ts";
import {
  EASES,
  KEYED_FIELDS,
  POSE_FIELDS,
  easeName,
  movedKey,
  poseAt,
  withKey,
  withoutKey,
} from "./keys.ts";
import type { Ease, Key } from "./keys.ts";
import { lookNumbers } from "./look.ts";
import { FRAME, done, lay, must, refusal } from "./lanes.cases.ts";
import { projectDocument } from "./document.ts";
import { applyOps } from "./apply-ops.ts";
import { makePatch } from "./diff-documents.ts";
import type { Edit } from "./edit.ts";

const key = (frame: number, value: number, ease: Ease = EASES.linear): Key => ({
  at: frame * FRAME,
  value,
  ease,
});
const TRACK = [key(5, 0), key(15, 1, EASES["ease-in-out"]), key(25, 0.2, "hold"), key(30, 0.6)];
const plain = lay({ "video-1": "A0-40 B60-80" });
const keyed = done(plain, {
  type: "set-clip",
  clipIds: ["A"],
  changes: { keys: { x: TRACK, opacity: [key(0, 1), key(20, 0)] } },
});

type Picture = Exclude<Clip, { kind: "caption" | "compound" }>;
function pictureOf(document: ProjectDocument, id: string): Picture {
  const clip = document.clips[id];
  if (clip === undefined || clip.kind === "caption" || clip.kind === "compound")
    throw new Error(`no picture ${id}`);
  return clip;
}

/** What is seen on every frame of the track, whichever clip shows it. */
function poses(document: ProjectDocument, from: number, to: number) {
  return Array.from({ length: to - from }, (_, index) => {
    const at = (from + index) * FRAME;
    const clip = Object.values(document.clips).find(
      (one) => one.trackId === "video-1" && one.start <= at && at < one.start + one.duration,
    );
    return clip && poseAt(pictureOf(document, clip.id), at - clip.start);
  });
}

describe("the value of a keyed field", () => {
  const xAt = (frame: number) => poseAt(pictureOf(keyed, "A"), frame * FRAME).x;

  it("is each key's on its frame, rests outside, and goes straight between linear keys", () => {
    expect([0, 5, 10, 15, 25, 29, 30, 39].map(xAt)).toEqual([0, 0, 0.5, 1, 0.2, 0.2, 0.6, 0.6]);
  });

  it("follows the curve that CSS draws for the same handles", () => {
    // cubic-bezier(0.42, 0, 0.58, 1) at a tenth, a quarter and a half of its time.
    expect(xAt(16)).toBeCloseTo(1 - 0.8 * 0.0197, 3);
    expect(xAt(17.5)).toBeCloseTo(1 - 0.8 * 0.1292, 3);
    expect(xAt(20)).toBeCloseTo(0.6, 9);
  });

  it("stays in its field's range, whatever the curve", () => {
    const over = done(plain, {
      type: "set-clip",
      clipIds: ["A"],
      changes: { keys: { opacity: [key(0, 0, EASES.overshoot), key(10, 1)] } },
    });
    const values = poses(over, 0, 12).map((pose) => pose?.opacity ?? -1);
    expect(Math.max(...values)).toBe(1);
    expect(values[0]).toBe(0);
  });

  it("never moves backwards along a curve whose handles do not", () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(unit, unit, unit, unit, (x1, y1, x2, y2) => {
        const keys = { scale: [key(0, 1, [x1, y1, x2, y2]), key(50, 2)] };
        const clip = { ...pictureOf(plain, "A"), keys };
        const values = Array.from({ length: 51 }, (_, at) => poseAt(clip, at * FRAME).scale);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe("keys and edits", () => {
  it("E7: a split keeps every frame's pose, wherever it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 39 }), (frame) => {
        const at = frame * FRAME;
        const split: Edit = { type: "split-clip", atFlicks: at, clipIds: ["A"], idBase: "new" };
        const halves = done(keyed, split);
        expect(Object.keys(halves.clips)).toHaveLength(3);
        expect(poses(halves, 0, 40)).toEqual(poses(keyed, 0, 40));
        expect(checkDocument(halves)).toEqual([]);
      }),
    );
  });

  it("E8: a trimmed start keeps the poses of what is left, and trimming back all of them", () => {
    const trim = (document: ProjectDocument, frames: number) =>
      done(document, {
        type: "trim-clip",
        clipId: "A",
        edge: "start",
        deltaFlicks: frames * FRAME,
        ripple: "none",
      });
    const shorter = trim(keyed, 12);
    expect(poses(shorter, 12, 40)).toEqual(poses(keyed, 12, 40));
    expect(trim(shorter, -12)).toEqual(keyed);
  });

  it("keys go along when the clip moves, is copied, or plays twice as fast", () => {
    const moved = done(keyed, {
      type: "move-clips",
      clipIds: ["A"],
      deltaFlicks: 100 * FRAME,
      trackDelta: 0,
      mode: "overwrite",
      idBase: "m",
    });
    expect(pictureOf(moved, "A").keys).toEqual(pictureOf(keyed, "A").keys);
    const fast = done(keyed, {
      type: "set-clip",
      clipIds: ["A"],
      changes: { speed: { n: 2, d: 1 } },
    });
    expect(pictureOf(fast, "A").keys?.x?.map(({ at }) => at / FRAME)).toEqual([3, 8, 13, 15]);
    const slower = done(keyed, { type: "set-settings", settings: { rate: { n: 24, d: 1 } } });
    expect(checkDocument(slower)).toEqual([]);
  });

  it("an empty list takes a field's keys away, and the last field's all of them", () => {
    const set = (document: ProjectDocument, keys: object) =>
      done(document, { type: "set-clip", clipIds: ["A"], changes: { keys } });
    const less = set(keyed, { x: [] });
    expect(Object.keys(pictureOf(less, "A").keys ?? {})).toEqual(["opacity"]);
    expect(set(less, { opacity: [] })).toEqual(plain);
  });

  it("survives being sent as operations", () => {
    const patch = makePatch(plain, keyed);
    expect(must(applyOps(plain, patch.forward))).toEqual(keyed);
    expect(must(applyOps(keyed, patch.inverse))).toEqual(plain);
  });

  it("T17: keys between frames, out of order or of a sound are refused", () => {
    const change = (x: Key[]): Edit => ({
      type: "set-clip",
      clipIds: ["A"],
      changes: { keys: { x } },
    });
    expect(refusal(plain, change([{ ...key(1, 0), at: FRAME + 1 }])).code).toBe("edit.breaks-rule");
    expect(refusal(plain, change([key(1, 0), key(1, 1)])).code).toBe("edit.breaks-rule");
    const sound = lay({ "audio-1": "S0-30" });
    const onSound: Edit = {
      type: "set-clip",
      clipIds: ["S"],
      changes: { keys: { x: [key(0, 0)] } },
    };
    expect(refusal(sound, onSound).code).toBe("clip.kind");
  });
});

describe("editing keys", () => {
  it("a new key eases as the one before it, one that is there keeps its ease", () => {
    const added = withKey(TRACK, 20 * FRAME, 0.7);
    expect(added.map((one) => [one.at / FRAME, one.value, easeName(one.ease)])).toEqual([
      [5, 0, "linear"],
      [15, 1, "ease-in-out"],
      [20, 0.7, "ease-in-out"],
      [25, 0.2, "hold"],
      [30, 0.6, "linear"],
    ]);
    expect(withKey(TRACK, 25 * FRAME, 0.9).find(({ value }) => value === 0.9)?.ease).toBe("hold");
    expect(withoutKey(added, 20 * FRAME)).toEqual(TRACK);
  });

  it("a key that is moved onto another one replaces it, and order is kept", () => {
    expect(movedKey(TRACK, 5 * FRAME, 15 * FRAME).map(({ value }) => value)).toEqual([0, 0.2, 0.6]);
    expect(movedKey(TRACK, 5 * FRAME, 27 * FRAME).map(({ at }) => at / FRAME)).toEqual([
      15, 25, 27, 30,
    ]);
  });

  it("documents without keys stay valid, and every keyed field has its schema", () => {
    expect(projectDocument.parse(plain)).toEqual(plain);
    expect(projectDocument.parse(keyed)).toEqual(keyed);
    expect(POSE_FIELDS).toEqual(["x", "y", "scale", "rotationDeg", "opacity"]);
    expect(KEYED_FIELDS).toEqual([...POSE_FIELDS, ...Object.keys(lookNumbers)]);
  });
});
