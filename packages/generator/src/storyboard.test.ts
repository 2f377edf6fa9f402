import { CLIP_RATIOS, clipModels } from "@cutroom/domain";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { captionOf, planClip } from "./storyboard.ts";
import type { ClipRequest } from "./request.ts";

const { minDurationMs, maxDurationMs, sizes, fps } = clipModels.procedural;
const request = fc.record<ClipRequest>({
  prompt: fc.oneof(fc.string(), fc.constantFrom("a calm sea at sunset", "雪山 夜", "zxqv 123")),
  seed: fc.integer({ min: 0, max: 4_294_967_294 }),
  ratio: fc.constantFrom(...CLIP_RATIOS),
  durationMs: fc.integer({ min: minDurationMs, max: maxDurationMs }),
  caption: fc.boolean(),
});

const read = (prompt: string, seed = 1) => {
  const board = planClip({ prompt, seed, ratio: "16:9", durationMs: 5_000, caption: true });
  const { scene, time, weather, motion, neon } = board;
  return { scene, time, weather, motion, neon };
};

describe("a storyboard", () => {
  it("is the same for the same words and seed, and another one for another seed (G9)", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const board = planClip(asked);
        expect(planClip(asked)).toEqual(board);
        const other = planClip({ ...asked, seed: asked.seed + 1 });
        expect([other.layers, other.light, other.sound]).not.toEqual([
          board.layers,
          board.light,
          board.sound,
        ]);
      }),
    );
  });

  it("has the size and the length that were asked for (G1)", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const board = planClip(asked);
        expect(board.size).toEqual(sizes[asked.ratio]);
        expect(board.painted.width * board.size.height).toBe(
          board.painted.height * board.size.width,
        );
        expect(Math.abs(board.frames - (asked.durationMs * fps) / 1000)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it("begins behind and ends in front", () => {
    fc.assert(
      fc.property(request, (asked) => {
        const depths = planClip(asked).layers.map((layer) => layer.depth);
        expect(depths).toEqual(depths.toSorted((a, b) => a - b));
      }),
    );
  });

  it("follows the words that it knows, in English and Chinese", () => {
    expect(read("A calm SEA at sunset")).toMatchObject({ scene: "sea", time: "sunset" });
    expect(read("snowy mountains, pan left")).toMatchObject({
      scene: "mountains",
      weather: "snow",
      motion: "left",
    });
    expect(read("neon alley")).toMatchObject({ scene: "city", time: "night", neon: true });
    expect(read("雨夜的森林，推近")).toMatchObject({
      scene: "forest",
      time: "night",
      weather: "rain",
      motion: "push-in",
    });
    expect(read("日出时的沙漠")).toMatchObject({ scene: "desert", time: "dawn", weather: "clear" });
    expect(read("太空")).toMatchObject({ scene: "space" });
  });

  it("takes words whole: a seat is no sea, and what stands first counts", () => {
    expect(read("a city with a view of the sea").scene).toBe("city");
    const scenes = new Set(Array.from({ length: 40 }, (_, seed) => read("season", seed).scene));
    expect(scenes.size).toBeGreaterThan(1);
  });

  it("makes one short line of the prompt, cut between words", () => {
    expect(captionOf("  a   calm\nsea ")).toBe("a calm sea");
    const long = captionOf("a very long sentence about a place by the sea, where nothing happens");
    expect(long).toBe("a very long sentence about a place by the…");
    expect(captionOf("   ")).toBeNull();
  });
});
