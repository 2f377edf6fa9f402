/** Projects that between them use everything a plan can say. */
import type { MediaFacts, ProjectDocument, Rate } from "@cutroom/timeline";
import type { CompileOptions } from "../compile.ts";
import type { PeaksByAsset } from "../ducking.ts";
import type { PlanTarget } from "../plan.ts";
import {
  FPS_24,
  FPS_2997,
  FPS_30,
  documentOf,
  imageFactsOf,
  soundFactsOf,
  videoFactsOf,
} from "./documents.ts";
import { BLENDS_PROJECT } from "./golden-blends.ts";
import { COMPOUNDS_PROJECT } from "./golden-compounds.ts";
import { DRAWN_PROJECTS } from "./golden-drawn.ts";
import { EFFECTS_PROJECT, KEYED_PROJECT } from "./golden-effects.ts";
import { KEYS_PROJECTS } from "./golden-keys.ts";
import { CAPTIONS_PROJECT } from "./golden-captions.ts";
import { SOUND_PROJECT } from "./golden-sound.ts";
import { LOOK_PROJECTS } from "./golden-looks.ts";
import { PACED_PROJECTS } from "./golden-paced.ts";
import { GRAIN_PROJECT } from "./golden-grain.ts";
import { TONES_PROJECTS } from "./golden-tones.ts";
import { TRANSITION_PROJECTS } from "./golden-transitions.ts";

export interface GoldenProject {
  readonly name: string;
  readonly document: ProjectDocument;
  readonly target: PlanTarget;
  readonly watermark?: boolean;
  readonly peaks?: PeaksByAsset;
}

/** What the project's plan is compiled with. */
export function goldenOptions({ watermark, peaks }: GoldenProject): CompileOptions {
  return { ...(watermark !== undefined && { watermark }), ...(peaks && { peaks }) };
}

const SECOND = 705_600_000;
const targetOf = (rate: Rate, width = 320, height = 180): PlanTarget => ({ width, height, rate });

/** What the media files are; media.ts makes them. */
export const GOLDEN_FACTS: Readonly<Record<string, MediaFacts>> = {
  a30: videoFactsOf({ frames: 90 }),
  b30: videoFactsOf({ frames: 90, width: 480, height: 270 }, { channels: 1, sampleRate: 44_100 }),
  c2997: videoFactsOf({ rate: FPS_2997, frames: 90 }),
  d24: videoFactsOf({ rate: FPS_24, frames: 72, width: 240, height: 240 }, null),
  tone: soundFactsOf(4, { channels: 1, sampleRate: 44_100 }),
  logo: imageFactsOf(96, 64, true),
  still: imageFactsOf(400, 300),
};

export const GOLDEN_FILES: Readonly<Record<string, string>> = {
  "asset-a30": "a30.mp4",
  "asset-b30": "b30.mp4",
  "asset-c2997": "c2997.mp4",
  "asset-d24": "d24.mp4",
  "asset-tone": "tone.wav",
  "asset-logo": "logo.png",
  "asset-still": "still.jpg",
};

const cuts: GoldenProject = {
  name: "cuts-and-gaps",
  target: targetOf(FPS_30),
  document: documentOf([
    {
      kind: "video",
      clips: [
        { id: "one", asset: "a30", at: 5, frames: 20, sourceStart: SECOND / 2 },
        { id: "two", asset: "b30", at: 25, frames: 15, sourceStart: (SECOND / 30) * 7 },
        {
          id: "three",
          asset: "a30",
          at: 50,
          frames: 12,
          audio: { gainDb: -6, fadeOut: SECOND / 5 },
        },
      ],
    },
  ]),
};

const crossfades30: GoldenProject = {
  name: "crossfades-30",
  target: targetOf(FPS_30),
  document: documentOf([
    {
      kind: "video",
      clips: [
        { id: "one", asset: "a30", at: 0, frames: 30, sourceStart: SECOND / 2, fadeIn: 8 },
        { id: "two", asset: "b30", at: 30, frames: 30, sourceStart: SECOND },
        { id: "three", asset: "a30", at: 60, frames: 25, sourceStart: SECOND, fadeOut: 10 },
      ],
      transitions: [
        ["one", "two", 15],
        ["two", "three", 10],
      ],
    },
  ]),
};

const crossfades2997: GoldenProject = {
  name: "crossfades-2997",
  target: targetOf(FPS_2997),
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          { id: "one", asset: "c2997", at: 0, frames: 30, sourceStart: 23_543_520 * 9 },
          { id: "two", asset: "c2997", at: 30, frames: 30, sourceStart: 23_543_520 * 40 },
        ],
        transitions: [["one", "two", 12]],
      },
    ],
    { rate: FPS_2997 },
  ),
};

const overlays: GoldenProject = {
  name: "overlays",
  target: targetOf(FPS_30),
  document: documentOf([
    { kind: "video", clips: [{ id: "base", asset: "a30", at: 0, frames: 40 }] },
    {
      kind: "overlay",
      clips: [
        {
          id: "small",
          asset: "b30",
          at: 4,
          frames: 18,
          transform: { x: 0.2, y: -0.15, scale: 0.4, rotationDeg: 20 },
          opacity: 0.7,
          fadeIn: 6,
          fadeOut: 6,
        },
        {
          id: "right",
          asset: "d24",
          at: 22,
          frames: 14,
          transform: { x: -0.25, y: 0.1, scale: 0.5, rotationDeg: 90 },
        },
      ],
      transitions: [["small", "right", 6]],
    },
    {
      kind: "overlay",
      clips: [
        {
          id: "logo",
          asset: "logo",
          mediaKind: "image",
          at: 8,
          frames: 25,
          transform: { x: 0.35, y: 0.35, scale: 0.2 },
          fadeIn: 5,
        },
      ],
    },
  ]),
};

const speeds: GoldenProject = {
  name: "speeds-and-rates",
  target: targetOf(FPS_30),
  document: documentOf([
    {
      kind: "video",
      clips: [
        { id: "fast", asset: "a30", at: 0, frames: 20, speed: { n: 2, d: 1 } },
        {
          id: "slow",
          asset: "b30",
          at: 20,
          frames: 24,
          speed: { n: 1, d: 2 },
          sourceStart: SECOND,
        },
        { id: "film", asset: "d24", at: 44, frames: 20, sourceStart: (SECOND / 24) * 3 },
        { id: "odd", asset: "c2997", at: 64, frames: 15, speed: { n: 7, d: 5 } },
      ],
      transitions: [["slow", "film", 8]],
    },
  ]),
};

const scaled: GoldenProject = {
  name: "scaled-to-24",
  target: targetOf(FPS_24, 256, 144),
  document: documentOf([
    {
      kind: "video",
      clips: [
        { id: "zoom", asset: "a30", at: 0, frames: 30, transform: { scale: 6, x: 1.2, y: -0.7 } },
        {
          id: "turned",
          asset: "b30",
          at: 30,
          frames: 20,
          transform: { rotationDeg: 180, scale: 0.8 },
        },
      ],
      transitions: [["zoom", "turned", 10]],
    },
  ]),
};

const mix: GoldenProject = {
  name: "sound-mix",
  target: targetOf(FPS_30),
  document: documentOf([
    { kind: "video", clips: [{ id: "picture", asset: "b30", at: 0, frames: 45 }] },
    {
      kind: "audio",
      clips: [
        {
          id: "bed",
          asset: "tone",
          mediaKind: "audio",
          at: 3,
          frames: 40,
          audio: { gainDb: -12, fadeIn: SECOND / 4, fadeOut: SECOND / 2 },
        },
      ],
    },
    {
      kind: "audio",
      clips: [
        {
          id: "quick",
          asset: "tone",
          mediaKind: "audio",
          at: 10,
          frames: 20,
          speed: { n: 5, d: 4 },
          audio: { gainDb: 6 },
        },
      ],
    },
  ]),
};

export const GOLDEN_PROJECTS: readonly GoldenProject[] = [
  cuts,
  crossfades30,
  crossfades2997,
  overlays,
  ...DRAWN_PROJECTS,
  speeds,
  scaled,
  mix,
  ...LOOK_PROJECTS,
  CAPTIONS_PROJECT,
  SOUND_PROJECT,
  ...KEYS_PROJECTS,
  BLENDS_PROJECT,
  EFFECTS_PROJECT,
  KEYED_PROJECT,
  ...PACED_PROJECTS,
  ...TONES_PROJECTS,
  GRAIN_PROJECT,
  ...TRANSITION_PROJECTS,
  COMPOUNDS_PROJECT,
];
