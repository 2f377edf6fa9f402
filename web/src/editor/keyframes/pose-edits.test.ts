import {
  type Edit,
  type KeyedField,
  type MediaFacts,
  type ProjectDocument,
  framesToFlicks,
  poseAt,
} from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { applyEdits } from "../state/document.ts";
import { documentOf, videoClip } from "../testing/documents.ts";
import { fitFrame } from "./fit-frame.ts";
import {
  type KeyedClip,
  canMove,
  keyBeside,
  keyTimes,
  keysOf,
  poseEdit,
  shownNumbers,
  timeInClip,
  toggleKeys,
} from "./pose-edits.ts";

const RATE = { n: 25, d: 1 };
const at = (frame: number) => framesToFlicks(frame, RATE);
const start = documentOf(videoClip("a", 2, 4));

function clipOf(document: ProjectDocument): KeyedClip {
  const clip = document.clips["a"];
  if (clip === undefined || !canMove(clip)) throw new Error("no picture");
  return clip;
}
function done(document: ProjectDocument, edits: readonly Edit[]): ProjectDocument {
  const applied = applyEdits(document, edits);
  if (!applied.ok) throw new Error(applied.failure.code);
  return applied.value;
}
const toggle = (document: ProjectDocument, frame: number, ...fields: KeyedField[]) =>
  done(document, toggleKeys(clipOf(document), fields, at(frame)));
const set = (document: ProjectDocument, frame: number, pose: Parameters<typeof poseEdit>[2]) =>
  done(document, [poseEdit(clipOf(document), at(frame), pose)]);

describe("changing a picture's numbers", () => {
  test("without keys they are plain values", () => {
    const moved = set(start, 10, { x: 0.2, opacity: 0.5 });
    expect(clipOf(moved).transform.x).toBe(0.2);
    expect(clipOf(moved).opacity).toBe(0.5);
    expect(clipOf(moved).keys).toBeUndefined();
  });

  test("a field with keys gets one where the playhead is, the others stay plain", () => {
    const keyed = toggle(start, 0, "x");
    const moved = set(keyed, 20, { x: 0.4, y: 0.1 });
    expect(keysOf(clipOf(moved), "x").map((key) => [key.at, key.value])).toEqual([
      [at(0), 0],
      [at(20), 0.4],
    ]);
    expect(clipOf(moved).transform).toMatchObject({ x: 0, y: 0.1 });
    expect(poseAt(clipOf(moved), at(10)).x).toBeCloseTo(0.2);
  });
});

describe("fitting the frame", () => {
  const tall = { ...start, settings: { ...start.settings, width: 720, height: 1280 } };
  const video = { width: 1280, height: 720 };
  const fitted = (how: "fit" | "fill") => {
    const factsOf = () => ({ video }) as MediaFacts;
    const edits = fitFrame(tall, [clipOf(tall)], how, { playheadFlicks: 0, factsOf });
    return clipOf(done(tall, edits)).transform;
  };

  test("shows all of the picture, or leaves no edge empty", () => {
    expect(fitted("fit")).toEqual({ x: 0, y: 0, scale: 1, rotationDeg: 0 });
    expect(fitted("fill").scale).toBeCloseTo((1280 / 720) ** 2);
  });
});

describe("a key's button", () => {
  test("sets the value that is shown, and takes the key away again", () => {
    const two = set(toggle(start, 0, "scale"), 20, { scale: 2 });
    const between = toggle(two, 5, "scale");
    expect(keysOf(clipOf(between), "scale")[1]).toMatchObject({ at: at(5), value: 1.25 });
    expect(toggle(between, 5, "scale")).toEqual(two);
  });

  test("with the last key gone the picture rests where that key had it", () => {
    const placed = set(toggle(start, 8, "x", "opacity"), 8, { x: 0.3, opacity: 0.4 });
    const bare = toggle(placed, 8, "x", "opacity");
    expect(clipOf(bare).keys).toBeUndefined();
    expect(clipOf(bare).transform.x).toBe(0.3);
    expect(clipOf(bare).opacity).toBe(0.4);
  });

  test("does for numbers of the look what it does for the pose (E3)", () => {
    const bright = set(start, 0, { exposureEv: 0.5, maskX: 0.2 });
    expect(clipOf(bright)).toMatchObject({ look: { exposureEv: 0.5, maskX: 0.2 } });
    const keyed = set(toggle(bright, 0, "exposureEv"), 20, { exposureEv: 1.5, blur: 0.3 });
    expect(keysOf(clipOf(keyed), "exposureEv").map(({ value }) => value)).toEqual([0.5, 1.5]);
    expect(shownNumbers(clipOf(keyed), at(10))).toMatchObject({ exposureEv: 1, blur: 0.3 });
    const bare = toggle(toggle(keyed, 20, "exposureEv"), 0, "exposureEv");
    expect(clipOf(bare)).toMatchObject({ look: { exposureEv: 0.5, blur: 0.3 } });
    expect(clipOf(bare).keys).toBeUndefined();
  });

  test("for several fields adds what is missing before it removes", () => {
    const one = toggle(start, 3, "x");
    const both = toggle(one, 3, "x", "y");
    expect(Object.keys(clipOf(both).keys ?? {})).toEqual(["x", "y"]);
    expect(clipOf(toggle(both, 3, "x", "y")).keys).toBeUndefined();
  });
});

describe("going from key to key", () => {
  const keyed = set(set(toggle(start, 0, "x"), 30, { x: 1 }), 60, { x: 0 });

  test("finds the nearest on either side, as times of the timeline", () => {
    const clip = clipOf(keyed);
    expect(keyTimes(clip)).toEqual([at(0), at(30), at(60)]);
    expect(keyBeside([clip], clip.start + at(30), 1)).toBe(clip.start + at(60));
    expect(keyBeside([clip], clip.start + at(30), -1)).toBe(clip.start);
    expect(keyBeside([clip], clip.start, -1)).toBeNull();
  });

  test("a playhead outside of the clip means its first or last frame", () => {
    const clip = clipOf(keyed);
    expect(timeInClip(clip, 0, RATE)).toBe(0);
    expect(timeInClip(clip, at(1_000), RATE)).toBe(clip.duration - at(1));
  });
});
