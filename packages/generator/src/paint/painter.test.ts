import { describe, expect, it } from "vitest";
import { composeSound } from "../sound.ts";
import { planClip } from "../storyboard.ts";
import type { Storyboard } from "../storyboard.ts";
import { SCENES } from "../words/read-prompt.ts";
import { createPainter } from "./painter.ts";

/** A small picture of the same storyboard: what holds for it holds for a large one. */
function small(prompt: string, seed = 3): Storyboard {
  const board = planClip({ prompt, seed, ratio: "16:9", durationMs: 2_000, caption: false });
  return { ...board, painted: { width: 96, height: 54 } };
}

const PROMPTS = [
  "sea sunset",
  "mountains snow",
  "neon city rain",
  "forest fog",
  "desert",
  "space",
  "meadow night",
];
const text = (pixels: Uint8ClampedArray) => Buffer.from(pixels).toString("base64");

describe("painted frames", () => {
  it("covers every scene there is", () => {
    expect(PROMPTS.map((prompt) => small(prompt).scene)).toEqual(SCENES);
  });

  it.each(PROMPTS)(
    "%s: the same frames each time, moving, and no two seeds alike (G9)",
    (prompt) => {
      const [one, two, other] = [small(prompt), small(prompt), small(prompt, 4)].map(createPainter);
      const first = text(one?.frame(0) ?? new Uint8ClampedArray());
      const later = text(one?.frame(30) ?? new Uint8ClampedArray());
      expect(text(two?.frame(0) ?? new Uint8ClampedArray())).toBe(first);
      expect(later).not.toBe(first);
      expect(text(other?.frame(0) ?? new Uint8ClampedArray())).not.toBe(first);
    },
  );

  it.each(PROMPTS)("%s: fills the whole picture, with light and with dark", (prompt) => {
    const board = small(prompt);
    const pixels = createPainter(board).frame(10);
    const rows = Array.from({ length: 54 }, (_, y) => pixels.subarray(y * 288, y * 288 + 288));
    // Grain alone makes about 2 of 255: a row that nothing was painted on would stay there.
    const means = rows.map((row) => row.reduce((sum, value) => sum + value, 0) / row.length);
    expect(Math.min(...means)).toBeGreaterThan(2);
    const sorted = pixels.toSorted();
    expect((sorted.at(-30) ?? 0) - (sorted.at(30) ?? 0)).toBeGreaterThan(60);
  });
});

describe("ambient sound", () => {
  it("is exactly as long as the clip, is heard and never clips", () => {
    for (const prompt of PROMPTS) {
      const wav = composeSound(small(prompt));
      const samples = new Int16Array(wav.buffer, 44);
      expect(samples).toHaveLength(2 * 48_000 * 2);
      const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect(peak).toBeGreaterThan(1_500);
      expect(peak).toBeLessThan(32_000);
    }
  });
});
