import { EASES, framesToFlicks } from "@cutroom/timeline";
import type { Ease, Key } from "@cutroom/timeline";
import { FPS_24, FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

/** [frame of the clip, value, how it goes on] */
function keys(...points: readonly (readonly [number, number, Ease?])[]): Key[] {
  return points.map(([frame, value, ease]) => ({
    at: framesToFlicks(frame, FPS_30),
    value,
    ease: ease ?? EASES["ease-in-out"],
  }));
}

/** Every keyed field of films, stills and titles, below and above others, across transitions. */
const KEYS_PROJECT: GoldenProject = {
  name: "keyframes",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          {
            id: "zooming",
            asset: "b30",
            at: 0,
            frames: 24,
            keys: { scale: keys([0, 1], [20, 1.6]), x: keys([4, 0, EASES.hold], [12, -0.2]) },
          },
          {
            id: "arriving",
            asset: "a30",
            at: 24,
            frames: 20,
            fadeOut: 5,
            keys: { opacity: keys([-2, 0.2], [10, 1, EASES.linear], [18, 0.5]) },
          },
        ],
        transitions: [["zooming", "arriving", 8]],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "spinning",
            asset: "a30",
            at: 3,
            frames: 30,
            transform: { scale: 0.4 },
            look: { cropLeft: 0.2, flipX: true, contrast: 0.3 },
            fadeIn: 4,
            keys: {
              x: keys([0, -0.4, EASES.overshoot], [15, 0.2], [25, 0.6]),
              y: keys([0, -0.3, EASES.linear], [25, 0.2]),
              rotationDeg: keys([5, 0], [25, 270]),
            },
          },
          {
            id: "badge",
            asset: "logo",
            mediaKind: "image",
            at: 33,
            frames: 11,
            keys: { scale: keys([0, 0.2], [10, 0.6]), opacity: keys([0, 1], [10, 0.3]) },
          },
        ],
        transitions: [["spinning", "badge", 4, "wipe-left"]],
      },
      {
        kind: "text",
        clips: [
          {
            id: "growing",
            text: "Keys 关键帧",
            at: 6,
            frames: 30,
            keys: { scale: keys([0, 0.5], [20, 1.5]), y: keys([0, 0.4], [20, -0.2]) },
          },
        ],
      },
    ],
    { background: "#203040" },
  ),
};

/** The same at another rate, where keys fall between frames. */
const KEYS_AT_24_PROJECT: GoldenProject = {
  ...KEYS_PROJECT,
  name: "keyframes-to-24",
  target: { width: 256, height: 144, rate: FPS_24 },
};

export const KEYS_PROJECTS: readonly GoldenProject[] = [KEYS_PROJECT, KEYS_AT_24_PROJECT];
