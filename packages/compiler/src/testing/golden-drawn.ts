import { EASES, framesToFlicks } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const at = (frame: number) => framesToFlicks(frame, FPS_30);

const target = { width: 320, height: 180, rate: FPS_30 };

const titles: GoldenProject = {
  name: "titles",
  target,
  watermark: true,
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          { id: "still", asset: "still", mediaKind: "image", at: 0, frames: 24, fadeOut: 8 },
          { id: "square", asset: "d24", at: 24, frames: 12, opacity: 0.8 },
        ],
        transitions: [["still", "square", 8]],
      },
      {
        kind: "text",
        clips: [
          { id: "zh", text: "剪辑室 It's 100%", at: 3, frames: 15, fadeIn: 5, fadeOut: 5 },
          {
            id: "ar",
            text: "مرحبا: 123",
            at: 20,
            frames: 10,
            transform: { y: 0.3, rotationDeg: 8 },
          },
        ],
      },
    ],
    { background: "#204060" },
  ),
};

/** Areas, lines and stickers: placed, turned, keyed beyond the frame, blended, in a transition. */
const shapes: GoldenProject = {
  name: "shapes",
  target,
  document: documentOf(
    [
      { kind: "video", clips: [{ id: "film", asset: "b30", at: 0, frames: 36 }] },
      {
        kind: "overlay",
        clips: [
          {
            id: "bubble",
            shape: { figure: "speech", width: 0.6, height: 0.4, rounding: 0.3, shadow: true },
            at: 2,
            frames: 16,
            transform: { x: -0.2, y: -0.2 },
            fadeIn: 5,
          },
          {
            id: "star",
            shape: { figure: "star", fill: "#f2c94c", points: 7, outlineColour: "#b3261e" },
            at: 18,
            frames: 16,
            blend: "screen",
            keys: {
              scale: [
                { at: at(0), value: 0.4, ease: EASES["ease-out"] },
                { at: at(14), value: 3, ease: "hold" },
              ],
              rotationDeg: [
                { at: at(0), value: 0, ease: EASES.linear },
                { at: at(14), value: 120, ease: "hold" },
              ],
            },
          },
        ],
        transitions: [["bubble", "star", 6, "wipe-left"]],
      },
      {
        kind: "text",
        clips: [
          {
            id: "dashes",
            shape: {
              figure: "pointer",
              width: 0.9,
              height: 0.2,
              fill: null,
              dashed: true,
              outlineColour: "#35c282",
              outlineWidth: 0.03,
            },
            at: 0,
            frames: 14,
            transform: { x: 0.1, y: 0.3, rotationDeg: -17, scale: 0.8 },
          },
          {
            id: "rocket",
            shape: {
              figure: "rocket",
              width: 0.5,
              height: 0.5,
              mirrored: true,
              outlineColour: "#ffffff",
              outlineWidth: 0.02,
            },
            at: 16,
            frames: 20,
            transform: { x: 0.42, y: 0.4, rotationDeg: 30 },
            fadeOut: 6,
          },
        ],
      },
    ],
    { background: "#203040" },
  ),
};

/** What the `titles` package draws. */
export const DRAWN_PROJECTS: readonly GoldenProject[] = [titles, shapes];
