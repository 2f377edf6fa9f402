import { FPS_30, documentOf } from "./documents.ts";
import { LOOK_KEYS_PROJECT } from "./golden-look-keys.ts";
import type { GoldenProject } from "./golden-projects.ts";

/** Every field of a look, alone and together, below and above other pictures. */
const LOOKS_PROJECT: GoldenProject = {
  name: "looks",
  target: { width: 320, height: 180, rate: FPS_30 },
  document: documentOf(
    [
      {
        kind: "video",
        clips: [
          { id: "bright", asset: "a30", at: 0, frames: 8, look: { exposureEv: 0.8 } },
          { id: "flat", asset: "b30", at: 8, frames: 8, look: { contrast: -0.4, saturation: 0.6 } },
          { id: "warm", asset: "a30", at: 16, frames: 8, look: { temperature: 0.7, tint: 0.3 } },
          {
            id: "strip",
            asset: "b30",
            at: 24,
            frames: 8,
            look: { cropLeft: 0.3, cropBottom: 0.2, flipX: true },
          },
          {
            id: "zoomed",
            asset: "a30",
            at: 32,
            frames: 8,
            transform: { scale: 3 },
            look: { cropTop: 0.4, flipY: true, saturation: -1 },
          },
        ],
        transitions: [["bright", "flat", 4]],
      },
      {
        kind: "overlay",
        clips: [
          {
            id: "turned",
            asset: "b30",
            at: 4,
            frames: 24,
            transform: { x: 0.2, scale: 0.5, rotationDeg: 25 },
            opacity: 0.9,
            look: { cropRight: 0.4, cropTop: 0.1, contrast: 0.5, temperature: -0.6, flipX: true },
          },
          {
            id: "badge",
            asset: "logo",
            mediaKind: "image",
            at: 28,
            frames: 10,
            transform: { x: -0.3, scale: 0.4 },
            look: { tint: -0.5, exposureEv: -1, cropLeft: 0.1 },
          },
        ],
      },
    ],
    { background: "#302010" },
  ),
};

export const LOOK_PROJECTS = [LOOKS_PROJECT, LOOK_KEYS_PROJECT] as const;
