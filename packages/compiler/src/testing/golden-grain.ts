import { EASES, framesToFlicks } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const quiet = { audio: { muted: true } };

/** Grain on films, stills and pictures backwards, in transitions, moving, turned and with alpha. */
export const GRAIN_PROJECT: GoldenProject = {
  name: "grain",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          { id: "film", asset: "a30", at: 0, frames: 12, look: { grain: 0.6 }, ...quiet },
          {
            id: "still",
            asset: "still",
            mediaKind: "image",
            at: 12,
            frames: 8,
            look: { grain: 1, vignette: 0.4, contrast: 0.2 },
          },
          {
            id: "back",
            asset: "b30",
            at: 20,
            frames: 12,
            reversed: true,
            look: { grain: 0.3, blur: 0.1 },
            ...quiet,
          },
        ],
        transitions: [["film", "still", 4]],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "moving",
            asset: "a30",
            at: 3,
            frames: 14,
            transform: { scale: 0.5 },
            look: { grain: 0.8, maskShape: "ellipse" },
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
            at: 17,
            frames: 15,
            transform: { x: 0.2, scale: 0.5, rotationDeg: 20 },
            look: { grain: 0.5 },
          },
        ],
      },
    ],
    { background: "#203040" },
  ),
};
