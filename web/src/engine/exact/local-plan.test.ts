import { composeAt, slicePlan } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { framesToFlicks } from "@cutroom/timeline";
import type { Rate } from "@cutroom/timeline";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { localPlan, wantedFrames } from "./local-plan.ts";

function planOf(source: Rate, speed: Rate, startFrame: number): RenderPlan {
  const rect = { x: 0, y: 0, width: 640, height: 360 };
  const picture = {
    inputId: "a",
    startFrame: 0,
    endFrame: 200,
    speed,
    rect,
    rotationDeg: 0,
    crop: null,
    flipX: false,
    flipY: false,
    colour: null,
    opacity: 1,
    fadeInFrames: 0,
    fadeOutFrames: 0,
  };
  return {
    version: 1,
    width: 640,
    height: 360,
    rate: { n: 30, d: 1 },
    frameCount: 200,
    sampleRate: 48_000,
    sampleCount: 320_000,
    background: "#000000",
    inputs: [
      {
        id: "a",
        kind: "video",
        assetId: "a",
        checksum: "0".repeat(64),
        rate: source,
        frameCount: 5_000,
        width: 640,
        height: 360,
        hasAlpha: false,
        matrix: "bt709",
        range: "tv",
      },
    ],
    layers: [
      {
        trackId: "t",
        transitions: [],
        pictures: [
          { ...picture, clipId: "c1", sourceStart: framesToFlicks(startFrame, source) },
          { ...picture, clipId: "c2", sourceStart: framesToFlicks(startFrame + 900, source) },
        ],
      },
    ],
    sounds: [],
  };
}

test("over a cut of the file every picture still shows its own source frame, at any rate", () => {
  const rates = fc.constantFrom<Rate>(
    { n: 24_000, d: 1_001 },
    { n: 25, d: 1 },
    { n: 30_000, d: 1_001 },
    { n: 30, d: 1 },
    { n: 60, d: 1 },
    { n: 17, d: 3 },
    { n: 997, d: 41 },
  );
  const speeds = fc.constantFrom<Rate>(
    { n: 1, d: 1 },
    { n: 2, d: 1 },
    { n: 1, d: 3 },
    { n: 7, d: 5 },
  );
  const any = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(rates, speeds, any, fc.nat({ max: 199 }), (source, speed, start, frame) => {
      const plan = planOf(source, speed, start);
      const slice = slicePlan(plan, { startFrame: frame, endFrame: frame + 1 });
      const wanted = wantedFrames(slice);
      const cuts = wanted.map(({ op }) => ({
        inputId: op.inputId,
        clipId: op.clipId,
        firstFrame: op.sourceFrame - (op.sourceFrame % 15),
        frameCount: 15,
      }));
      const local = composeAt(localPlan(slice, cuts), 0);
      for (const [index, op] of local.entries()) {
        const first = cuts[index]?.firstFrame ?? 0;
        expect(op.sourceFrame + first).toBe(wanted[index]?.op.sourceFrame);
        expect(op.inputId).toBe(`cut-${index}`);
      }
    }),
  );
});
