/** How a picture's colours meet what lies beneath it, as CSS and every editor name it. */
import { z } from "zod";

export const BLEND_MODES = [
  "normal",
  "multiply",
  "darken",
  "color-burn",
  "screen",
  "lighten",
  "color-dodge",
  "add",
  "overlay",
  "hard-light",
  "difference",
  "exclusion",
] as const;
export type BlendMode = (typeof BLEND_MODES)[number];
export const blendMode = z.enum(BLEND_MODES);
