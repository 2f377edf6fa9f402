import type { RenderSettings } from "./render.ts";

/**
 * What one graph may hold open, because beyond it memory grows out of hand and wasm's is smaller,
 * and in which parts an export is rendered. Short parts are found again more often after an edit,
 * but each costs a start of FFmpeg and a key frame.
 */
export const RENDER_LIMITS = {
  native: { maxPictures: 16, maxSounds: 24, wholeSeconds: 12, segmentSeconds: 6, atOnce: 2 },
  wasm: { maxPictures: 8, maxSounds: 12, wholeSeconds: 10, segmentSeconds: 10, atOnce: 1 },
} as const satisfies Record<string, Omit<RenderSettings, "quality" | "threads" | "film">>;
