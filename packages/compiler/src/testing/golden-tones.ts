import { EASES, framesToFlicks } from "@cutroom/timeline";
import type { ToneCurves } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const quiet = { audio: { muted: true } };
const faded: ToneCurves = {
  master: [
    [0, 30],
    [96, 80],
    [255, 235],
  ],
};
const crossed: ToneCurves = {
  red: [
    [0, 0],
    [90, 140],
    [255, 255],
  ],
  green: [
    [20, 0],
    [255, 220],
  ],
  blue: [
    [0, 60],
    [128, 100],
    [160, 100],
    [255, 255],
  ],
  master: [
    [0, 0],
    [64, 40],
    [192, 220],
    [255, 255],
  ],
};

/** Curves alone and after grading, at rest, moving, turned, slowed down, and with alpha. */
const CURVES_PROJECT: GoldenProject = {
  name: "tone-curves",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          { id: "faded", asset: "a30", at: 0, frames: 10, look: { curves: faded }, ...quiet },
          {
            id: "slow",
            asset: "b30",
            at: 10,
            frames: 18,
            speed: { n: 1, d: 2 },
            look: { curves: crossed, exposureEv: 0.4, contrast: 0.2, saturation: -0.3 },
            ...quiet,
          },
        ],
        transitions: [["faded", "slow", 4]],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "moving",
            asset: "a30",
            at: 4,
            frames: 14,
            transform: { scale: 0.5 },
            look: { curves: crossed, blur: 0.2, maskShape: "ellipse" },
            keys: {
              x: [
                { at: 0, value: -0.3, ease: EASES.linear },
                { at: framesToFlicks(12, FPS_30), value: 0.3, ease: EASES.linear },
              ],
            },
            ...quiet,
          },
          {
            id: "badge",
            asset: "logo",
            mediaKind: "image",
            at: 18,
            frames: 10,
            transform: { x: 0.2, scale: 0.5, rotationDeg: 20 },
            look: { curves: faded, backdrop: true },
          },
        ],
      },
    ],
    { background: "#203040" },
  ),
};

/** Tables of colours at several strengths, after curves, in a transition, with alpha and turned. */
const LUTS_PROJECT: GoldenProject = {
  name: "colour-tables",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          {
            id: "poster",
            asset: "a30",
            at: 0,
            frames: 10,
            look: { lut: { kind: "built-in", name: "teal-orange" } },
            ...quiet,
          },
          {
            id: "half",
            asset: "b30",
            at: 10,
            frames: 18,
            look: {
              lut: { kind: "built-in", name: "faded-film" },
              lutStrength: 0.55,
              curves: crossed,
              temperature: 0.3,
            },
            ...quiet,
          },
        ],
        transitions: [["poster", "half", 4]],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "badge",
            asset: "logo",
            mediaKind: "image",
            at: 5,
            frames: 12,
            transform: { x: 0.2, scale: 0.5, rotationDeg: 20 },
            look: {
              lut: { kind: "file", assetId: "own-look", checksum: "1".repeat(64), name: "Mine" },
              lutStrength: 0.8,
            },
          },
          {
            id: "none",
            asset: "a30",
            at: 17,
            frames: 6,
            transform: { scale: 0.4 },
            look: { lut: { kind: "built-in", name: "silver" }, lutStrength: 0 },
            ...quiet,
          },
          {
            id: "hard",
            asset: "a30",
            at: 23,
            frames: 5,
            transform: { x: -0.2, scale: 0.4 },
            look: { lut: { kind: "built-in", name: "silver" } },
            ...quiet,
          },
        ],
      },
    ],
    { background: "#203040" },
  ),
};

export const TONES_PROJECTS = [CURVES_PROJECT, LUTS_PROJECT];
