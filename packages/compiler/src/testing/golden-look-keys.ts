import { EASES, framesToFlicks } from "@cutroom/timeline";
import type { Ease, Key } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const move = (from: number, to: number, frames: number, ease: Ease = EASES.linear): Key[] => [
  { at: framesToFlicks(2, FPS_30), value: from, ease },
  { at: framesToFlicks(2 + frames, FPS_30), value: to, ease: EASES.linear },
];
const quiet = { audio: { muted: true } };

/** Every number of a look that keys may change: at rest, turned, moving, in transitions, backwards and on stills. */
export const LOOK_KEYS_PROJECT: GoldenProject = {
  name: "look-keys",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          {
            id: "light",
            asset: "a30",
            at: 0,
            frames: 12,
            keys: {
              exposureEv: move(-1, 1, 8, EASES["ease-in-out"]),
              saturation: move(0, -1, 8),
              blur: move(0, 0.5, 6),
            },
            ...quiet,
          },
          {
            id: "dark",
            asset: "b30",
            at: 12,
            frames: 14,
            look: { contrast: 0.2, vignette: 0.3 },
            keys: {
              vignette: move(0.2, 1, 9, EASES.overshoot),
              grain: move(0, 0.8, 9),
              sharpen: move(0, 1, 6),
            },
            ...quiet,
          },
          {
            id: "back",
            asset: "a30",
            at: 26,
            frames: 12,
            reversed: true,
            look: { backdrop: true },
            transform: { scale: 0.7 },
            keys: {
              temperature: move(-0.5, 0.8, 8),
              tint: move(0, 0.6, 8),
              contrast: move(0, 0.5, 8, "hold"),
            },
            ...quiet,
          },
        ],
        transitions: [["light", "dark", 6]],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "window",
            asset: "b30",
            at: 1,
            frames: 14,
            transform: { x: 0.1, scale: 0.8, rotationDeg: 12 },
            look: { maskShape: "ellipse", maskHeight: 0.6, maskFeather: 0.2 },
            keys: {
              maskX: move(-0.3, 0.3, 10, EASES["ease-out"]),
              maskWidth: move(0.2, 0.7, 10),
              scale: move(0.5, 0.9, 8),
              blur: move(0.4, 0, 8),
            },
            ...quiet,
          },
          {
            id: "screen",
            asset: "a30",
            at: 18,
            frames: 12,
            transform: { scale: 0.6 },
            look: {
              keyColour: "#00ff00",
              maskShape: "rectangle",
              maskInvert: true,
              maskWidth: 0.5,
              maskHeight: 0.5,
            },
            keys: {
              keySimilarity: move(0, 0.6, 8),
              keySmoothness: move(0.1, 0.4, 8),
              maskFeather: move(0, 0.6, 8),
              maskRound: move(0, 1, 8),
              maskY: move(-0.2, 0.2, 8),
              maskHeight: move(0.3, 0.8, 8),
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
            at: 3,
            frames: 20,
            transform: { x: -0.3, y: 0.2, scale: 0.5 },
            keys: {
              exposureEv: move(0, 1.5, 10),
              blur: move(0, 0.3, 10),
              vignette: move(0, 1, 10),
            },
          },
        ],
      },
    ],
    { background: "#302030" },
  ),
};
