import { compile } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { framesToFlicks, newProject, textClipFrom } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import type { ExactFrame } from "./exact-frame.ts";
import { framesAround } from "./frames-around.ts";
import { HeldPictures } from "./held-pictures.ts";

const rate = { n: 30, d: 1 };
const picture = (hash: string): ExactFrame => ({
  width: 2,
  height: 2,
  pixels: new Uint8ClampedArray(16),
  hash,
});

/** A title on the first ten frames and another one on the next ten. */
function planOf(first: string, second: string): RenderPlan {
  const empty = newProject({ rate });
  const clips = [first, second].map((text, index) => {
    const startFlicks = framesToFlicks(10 * index, rate);
    const durationFlicks = framesToFlicks(10, rate);
    const id = `t${index}`;
    return textClipFrom({ id, trackId: "text-1", startFlicks, durationFlicks, rate, text });
  });
  const document = { ...empty, clips: Object.fromEntries(clips.map((clip) => [clip.id, clip])) };
  const plan = compile(document, {}, { width: 320, height: 180, rate });
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

describe("exact frames that are held (E2)", () => {
  test("stay through an edit elsewhere, and go with one that touches them", () => {
    const held = new HeldPictures(1_000);
    const before = planOf("One", "Two");
    held.follow(before);
    for (const frame of [12, 3, 4]) held.keep(before, frame, picture(`${frame}`));
    expect(held.frames()).toEqual([3, 4, 12]);
    expect(held.at(before, 3)?.hash).toBe("3");

    const after = planOf("One", "Another");
    expect(held.at(after, 3)).toBe(undefined);
    held.follow(after);
    expect(held.frames()).toEqual([3, 4]);
    expect(held.at(after, 4)?.hash).toBe("4");
    expect(held.find(after, 12)).toBe(undefined);
    // Undone: all that was made before is exact again where it is looked for.
    expect(held.find(before, 12)?.hash).toBe("12");
  });

  test("are within the limit, and those that are gone are not said to be there", () => {
    const held = new HeldPictures(32);
    const plan = planOf("One", "Two");
    held.follow(plan);
    for (const frame of [1, 2, 3]) held.keep(plan, frame, picture(`${frame}`));
    expect(held.frames()).toEqual([2, 3]);
  });
});

test("frames around the playhead are those of the next steps, none before or after the film", () => {
  expect(framesAround(50, 100)).toEqual([51, 52, 49, 53, 54, 48, 55, 56]);
  expect(framesAround(0, 3)).toEqual([1, 2]);
  expect(framesAround(99, 100)).toEqual([98, 97]);
});
