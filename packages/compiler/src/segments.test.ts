import { EASES, framesToFlicks } from "@cutroom/timeline";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import type { RenderPlan } from "./plan.ts";
import { pictureOnly, segmentFingerprint, segmentPlan, slicePlan } from "./segments.ts";
import { FPS_30, documentOf, videoFactsOf } from "./testing/documents.ts";
import type { TrackSketch } from "./testing/documents.ts";

const facts = { film: videoFactsOf({ frames: 9_000 }) };

function planOf(tracks: readonly TrackSketch[]): RenderPlan {
  const target = { width: 320, height: 180, rate: FPS_30 };
  const plan = compile(documentOf(tracks), facts, target);
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

/** Clips of the given lengths end to end, each pair crossfading over `fade` frames. */
function chain(lengths: readonly number[], fade: number, prefix = "c"): TrackSketch {
  let at = 0;
  const clips = lengths.map((frames, index) => {
    const clip = { id: `${prefix}${index}`, asset: "film", at, frames, sourceStart: 705_600_000 };
    at += frames;
    return clip;
  });
  const transitions = clips
    .slice(1)
    .map((clip, index) => [`${prefix}${index}`, clip.id, fade] as const);
  return { kind: "video", clips, transitions: fade > 0 ? transitions : [] };
}

const lengths = fc.array(fc.integer({ min: 3, max: 120 }), { minLength: 1, maxLength: 30 });

describe("segmentPlan", () => {
  test("a clip backwards is rendered in short segments, shorter the larger the frame is", () => {
    const clip = { id: "back", asset: "film", at: 0, frames: 1_000, reversed: true } as const;
    const document = documentOf([{ kind: "video", clips: [clip] }]);
    const longest = (width: number, height: number) => {
      const plan = compile(document, facts, { width, height, rate: FPS_30 });
      if (!plan.ok) throw new Error(plan.failure.code);
      const ranges = segmentPlan(plan.value, { targetFrames: 300 });
      expect(ranges.at(-1)?.endFrame).toBe(1_000);
      return Math.max(...ranges.map((one) => one.endFrame - one.startFrame));
    };
    expect(longest(320, 180)).toBeLessThanOrEqual(96);
    expect(longest(1920, 1080)).toBeLessThanOrEqual(72);
    expect(longest(3840, 2160)).toBeLessThanOrEqual(16);
  });

  test("a look that changes all the time is rendered in short segments", () => {
    const keys = {
      exposureEv: [0, 999].map((frame) => ({
        at: framesToFlicks(frame, FPS_30),
        value: frame === 0 ? -3 : 3,
        ease: EASES.linear,
      })),
    };
    const clip = { id: "glow", asset: "film", at: 0, frames: 1_000, keys } as const;
    const plan = planOf([{ kind: "video", clips: [clip] }]);
    const ranges = segmentPlan(plan, { targetFrames: 900 });
    const frameCounts = ranges.map((one) => one.endFrame - one.startFrame);
    expect(Math.max(...frameCounts)).toBeLessThan(320);
    expect(frameCounts.reduce((sum, count) => sum + count, 0)).toBe(1_000);
  });

  test("covers every frame once, in order, within the limit of live inputs", () => {
    fc.assert(
      fc.property(
        lengths,
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 5, max: 200 }),
        (all, fade, targetFrames) => {
          const plan = planOf([chain(all, fade)]);
          const ranges = segmentPlan(plan, { targetFrames, maxInputs: 4 });
          expect(ranges[0]?.startFrame).toBe(0);
          expect(ranges.at(-1)?.endFrame).toBe(plan.frameCount);
          for (const [index, range] of ranges.entries()) {
            expect(range.endFrame).toBeGreaterThan(range.startFrame);
            expect(range.startFrame).toBe(ranges[index - 1]?.endFrame ?? 0);
            const live = slicePlan(plan, range).layers.flatMap((layer) => layer.pictures);
            expect(live.length).toBeLessThanOrEqual(4);
          }
        },
      ),
    );
  });

  test("prefers clip edges and stays outside transitions", () => {
    const plan = planOf([chain([100, 100, 100, 100], 20)]);
    const cuts = segmentPlan(plan, { targetFrames: 100 }).map((range) => range.endFrame);
    const inside = (frame: number) =>
      plan.layers[0]?.transitions.some(
        (one) => frame > one.startFrame && frame < one.startFrame + one.frameCount,
      );
    expect(cuts.filter((cut) => inside(cut))).toEqual([]);
    expect(cuts.length).toBeGreaterThan(2);
  });
});

describe("slicePlan", () => {
  test("keeps lengths: frames and samples of the slices add up to the whole", () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 300 }), (all, cut) => {
        const plan = planOf([chain(all, 0)]);
        const at = Math.min(cut, plan.frameCount - 1);
        if (at < 1) return;
        const left = slicePlan(plan, { startFrame: 0, endFrame: at });
        const right = slicePlan(plan, { startFrame: at, endFrame: plan.frameCount });
        expect(left.frameCount + right.frameCount).toBe(plan.frameCount);
        expect(left.sampleCount + right.sampleCount).toBe(plan.sampleCount);
      }),
    );
  });

  test("holds only what it shows, and its inputs", () => {
    const plan = planOf([chain([50, 50], 0)]);
    const slice = slicePlan(plan, { startFrame: 60, endFrame: 61 });
    expect(slice.frameCount).toBe(1);
    expect(slice.layers[0]?.pictures.map((picture) => picture.clipId)).toEqual(["c1"]);
    expect(slicePlan(plan, { startFrame: -5, endFrame: 900 }).frameCount).toBe(100);
  });

  test("an edit elsewhere leaves a slice's fingerprint as it was", () => {
    const before = planOf([chain([50, 50, 50], 0)]);
    const after = planOf([chain([50, 50, 90], 0, "renamed")]);
    const range = { startFrame: 0, endFrame: 100 };
    expect(segmentFingerprint(slicePlan(after, range))).toBe(
      segmentFingerprint(slicePlan(before, range)),
    );
    const moved = planOf([chain([49, 50, 50], 0)]);
    expect(segmentFingerprint(slicePlan(moved, range))).not.toBe(
      segmentFingerprint(slicePlan(before, range)),
    );
  });

  test("a sound edit leaves the fingerprint of the picture as it was", () => {
    const louder = (gainDb: number) => {
      const clip = { id: "c", asset: "film", at: 0, frames: 50, audio: { gainDb } };
      return planOf([{ kind: "video", clips: [clip] }]);
    };
    const printOf = (gainDb: number) => segmentFingerprint(pictureOnly(louder(gainDb)));
    expect(printOf(-6)).toBe(printOf(0));
    expect(segmentFingerprint(louder(-6))).not.toBe(segmentFingerprint(louder(0)));
  });
});
