import { expect, it } from "vitest";
import { MAX_SOUNDS, mediaFacts, soundStreamOf } from "./media-facts.ts";
import type { MediaFacts } from "./media-facts.ts";

const ONE: MediaFacts = { kind: "audio", duration: 1, video: null, audio: null };
const name = { language: "eng", title: null };
const TWO: MediaFacts = { ...ONE, sounds: [name, name] };

it("a clip plays the sound it names, and the first of a file that has no such one (F20)", () => {
  expect(soundStreamOf({}, TWO)).toBe(0);
  expect(soundStreamOf({ stream: 1 }, TWO)).toBe(1);
  expect(soundStreamOf({ stream: 2 }, TWO)).toBe(0);
  expect([ONE, null, undefined].map((facts) => soundStreamOf({ stream: 1 }, facts))).toEqual([
    0, 0, 0,
  ]);
});

it("facts name the sounds of a file that has several, and no more than are kept", () => {
  const held = (count: number) =>
    mediaFacts.safeParse({ ...ONE, sounds: Array.from({ length: count }, () => name) }).success;
  expect([1, 2, MAX_SOUNDS, MAX_SOUNDS + 1].map(held)).toEqual([false, true, true, false]);
});
