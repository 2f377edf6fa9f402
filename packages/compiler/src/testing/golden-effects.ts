import { EASES, framesToFlicks } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const at = (frame: number) => framesToFlicks(frame, FPS_30);
const quiet = { audio: { muted: true } };

/** Chroma keys and backdrops, with transitions, keys and fades. */
export const KEYED_PROJECT: GoldenProject = {
  name: "chroma-keys-and-backdrops",
  target: { width: 180, height: 320, rate: FPS_30 },
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          { id: "wide", asset: "a30", at: 0, frames: 10, look: { backdrop: true }, ...quiet },
          { id: "wide-too", asset: "b30", at: 10, frames: 8, look: { backdrop: true }, ...quiet },
          { id: "plain", asset: "d24", at: 18, frames: 12, transform: { scale: 0.7 } },
        ],
        transitions: [
          ["wide", "wide-too", 4],
          ["wide-too", "plain", 4, "wipe-left"],
        ],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "screen",
            asset: "b30",
            at: 2,
            frames: 12,
            look: { keyColour: "#00ff00", keySimilarity: 0.4, keySmoothness: 0.3 },
            transform: { y: 0.2, scale: 0.8 },
            fadeIn: 4,
            ...quiet,
          },
          {
            id: "moved",
            asset: "a30",
            at: 16,
            frames: 12,
            look: { keyColour: "#0000ff", maskShape: "ellipse", backdrop: true },
            keys: { opacity: [{ at: at(2), value: 0.5, ease: "hold" }] },
            ...quiet,
          },
        ],
      },
    ],
    { width: 180, height: 320, background: "#305030" },
  ),
};

/** Effects and masks, alone and together, at rest, turned, off the edge, moving and with alpha. */
export const EFFECTS_PROJECT: GoldenProject = {
  name: "effects",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          { id: "soft", asset: "a30", at: 0, frames: 8, look: { blur: 0.6 }, ...quiet },
          { id: "sharp", asset: "b30", at: 8, frames: 8, look: { sharpen: 0.7 }, ...quiet },
          {
            id: "oval",
            asset: "a30",
            at: 16,
            frames: 12,
            speed: { n: 1, d: 2 },
            look: { vignette: 0.8, maskShape: "ellipse", maskFeather: 0.4, contrast: 0.2 },
            ...quiet,
          },
        ],
        transitions: [["soft", "sharp", 4]],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "rounded",
            asset: "b30",
            at: 2,
            frames: 12,
            transform: { x: 0.4, y: -0.3, scale: 0.6, rotationDeg: 15 },
            look: { maskShape: "rectangle", maskRound: 0.5, cropLeft: 0.1, vignette: 0.5 },
            ...quiet,
          },
          {
            id: "moving",
            asset: "a30",
            at: 14,
            frames: 14,
            keys: {
              x: [
                { at: at(0), value: -0.3, ease: EASES.linear },
                { at: at(12), value: 0.2, ease: EASES.linear },
              ],
            },
            transform: { scale: 0.5 },
            look: {
              blur: 0.3,
              maskShape: "rectangle",
              maskWidth: 0.5,
              maskX: 0.1,
              maskFeather: 0.3,
              maskInvert: true,
              flipX: true,
            },
            ...quiet,
          },
        ],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "badge",
            asset: "logo",
            mediaKind: "image",
            at: 4,
            frames: 20,
            transform: { x: -0.3, y: 0.2, scale: 0.5 },
            look: { blur: 0.2, sharpen: 0.3, vignette: 0.3 },
          },
        ],
      },
    ],
    { background: "#305030" },
  ),
};
