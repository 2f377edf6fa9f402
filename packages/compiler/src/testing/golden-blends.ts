import { BLEND_MODES } from "@cutroom/timeline";
import { FPS_30, documentOf } from "./documents.ts";
import type { GoldenProject } from "./golden-projects.ts";

const FRAMES = 2;
const MODES = BLEND_MODES.filter((mode) => mode !== "normal");

/** Every mode, then modes together with pushes, fades, keys and alpha, with plain frames around. */
export const BLENDS_PROJECT: GoldenProject = {
  name: "blends",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf([
    { kind: "video", clips: [{ id: "base", asset: "a30", at: 0, frames: 36 }] },
    {
      kind: "overlay",
      clips: MODES.map((blend, index) => ({
        id: blend,
        asset: "b30",
        at: 2 + index * FRAMES,
        frames: FRAMES,
        transform: { x: 0.1 * (index % 3), scale: 0.7, rotationDeg: index % 2 === 0 ? 0 : 12 },
        opacity: index % 3 === 0 ? 0.7 : 1,
        blend,
        audio: { muted: true },
      })),
    },
    {
      kind: "overlay",
      clips: [
        { id: "pushed", asset: "d24", at: 22, frames: 6, blend: "screen", fadeIn: 3 },
        {
          id: "arriving",
          asset: "logo",
          mediaKind: "image",
          at: 28,
          frames: 6,
          transform: { x: 0.3, scale: 0.5 },
          blend: "difference",
        },
      ],
      transitions: [["pushed", "arriving", 4, "push-left"]],
    },
    {
      kind: "text",
      clips: [{ id: "word", text: "Blend 混合", at: 20, frames: 14, blend: "overlay", fadeOut: 6 }],
    },
  ]),
};
