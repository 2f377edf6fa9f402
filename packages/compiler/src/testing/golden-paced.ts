/** Clips with ramps, backwards and held, alone, joined and under effects. */
import { EASES, framesToFlicks } from "@cutroom/timeline";
import type { Ease, Key } from "@cutroom/timeline";
import { FPS_24, FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const SECOND = 705_600_000;
const key = (frame: number, value: number, ease: Ease = EASES.linear): Key => ({
  at: framesToFlicks(frame, FPS_30),
  value,
  ease,
});

const PACED_PROJECT: GoldenProject = {
  name: "paced-clips",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf([
    {
      kind: "video",
      clips: [
        {
          id: "ramp",
          asset: "a30",
          at: 0,
          frames: 30,
          sourceStart: SECOND / 2,
          speedKeys: [key(0, 40, EASES["ease-in"]), key(12, 350, "hold"), key(16, 100)],
          audio: { pitch: "follows", fadeIn: SECOND / 5 },
        },
        { id: "back", asset: "b30", at: 30, frames: 40, sourceStart: SECOND, reversed: true },
        { id: "hold", asset: "b30", at: 70, frames: 10, sourceStart: SECOND, frozen: true },
        {
          id: "odd",
          asset: "c2997",
          at: 80,
          frames: 20,
          sourceStart: SECOND / 4,
          reversed: true,
          speed: { n: 7, d: 5 },
          speedKeys: [key(-4, 60), key(14, 180)],
        },
      ],
      transitions: [
        ["ramp", "back", 8],
        ["hold", "odd", 6],
      ],
    },
  ]),
};

/** The same, laid over something at another rate, turned, moved, masked and blurred. */
const PACED_AT_24_PROJECT: GoldenProject = {
  name: "paced-clips-24",
  target: { width: 320, height: 180, rate: FPS_24 },
  document: documentOf([
    { kind: "video", clips: [{ id: "under", asset: "d24", at: 0, frames: 60 }] },
    {
      kind: "overlay",
      clips: [
        {
          id: "soft",
          asset: "a30",
          at: 5,
          frames: 40,
          sourceStart: SECOND / 4,
          reversed: true,
          transform: { scale: 0.6, rotationDeg: 12 },
          look: { blur: 0.2, maskShape: "ellipse" },
          fadeIn: 6,
        },
        {
          id: "moved",
          asset: "c2997",
          at: 45,
          frames: 15,
          speedKeys: [key(0, 400), key(10, 25)],
          keys: { x: [key(0, -0.2), key(14, 0.3)] },
        },
      ],
    },
  ]),
};

export const PACED_PROJECTS: readonly GoldenProject[] = [PACED_PROJECT, PACED_AT_24_PROJECT];
