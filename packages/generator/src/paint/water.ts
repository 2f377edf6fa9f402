/** Water: what stands above it upside down, broken by waves, with a path of light. */
import { clamp01 } from "../colour.ts";
import type { Storyboard } from "../storyboard.ts";
import type { Frame } from "./frame.ts";

export interface Surface {
  /** The row where it begins. */
  readonly horizon: number;
  readonly calm: number;
  /** Column of the light. */
  readonly lightX: number;
}

/** Waves that meet: a few sines that never line up again. In about [-1, 1]. */
function chop(x: number, z: number, time: number): number {
  return (
    0.45 * Math.sin(z * 1.9 + time * 1.5 + 1.4 * Math.sin(x * 0.23 + time * 0.4)) +
    0.33 * Math.sin(z * 3.7 - time * 2.1 + x * 0.31) +
    0.22 * Math.sin(z * 7.3 + time * 3.3 - x * 0.77)
  );
}

export function pourWater(frame: Frame, board: Storyboard, surface: Surface, time: number): void {
  const { width, height, pixels } = frame;
  const { palette, light } = board;
  const unit = Math.sqrt(width * height);
  const rough = 1 - surface.calm;
  const tint = board.palette.near;
  const horizon = Math.max(1, Math.round(surface.horizon));
  const span = Math.max(1, height - horizon);
  for (let y = horizon; y < height; y += 1) {
    const depth = (y - horizon) / span;
    // Perspective: rows crowd together towards the horizon.
    const z = 34 / (depth + 0.055);
    const reach = (3 + 64 * depth) * (0.45 + rough);
    const veil = 0.2 + 0.42 * depth;
    const pathWidth = unit * (0.035 + 0.16 * depth);
    const closeness = (18 / unit) * (1.6 - depth);
    for (let x = 0; x < width; x += 1) {
      const wave = chop(((x - surface.lightX) * closeness) / (0.3 + depth), z, time);
      const mirrored = horizon - 1 - (y - horizon) * 0.92 + wave * reach * 0.8;
      const row = Math.min(horizon - 1, Math.max(0, Math.round(mirrored)));
      const column = Math.min(width - 1, Math.max(0, Math.round(x + wave * reach * 0.3)));
      const from = (row * width + column) * 3;
      const to = (y * width + x) * 3;
      const off = (x - surface.lightX) / pathWidth;
      const path = Math.exp(-off * off) * light.strength;
      const sparkle = clamp01((wave - 0.05) * 2.4) * path * (0.75 - 0.3 * depth);
      const shade = 1 - veil - 0.14 * rough * wave;
      for (let channel = 0; channel < 3; channel += 1) {
        const seen = (pixels[from + channel] ?? 0) * shade + (tint[channel] ?? 0) * (1 - shade);
        pixels[to + channel] = seen + ((palette.light[channel] ?? 0) - seen) * sparkle;
      }
    }
  }
}
