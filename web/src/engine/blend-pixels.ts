/** How a picture's colours are worked out together with what lies beneath it, as the graph has them. */
import type { PlanBlend } from "@cutroom/compiler";

type Formula = (beneath: number, above: number) => number;

const multiplied = (one: number, other: number) => Math.floor((one * other) / 255);
const screened = (one: number, other: number) => 255 - multiplied(255 - one, 255 - other);
const strong: Formula = (base, light) =>
  base < 128 ? 2 * multiplied(base, light) : 255 - 2 * multiplied(255 - base, 255 - light);

/**
 * FFmpeg's, on whole levels (libavfilter/blend_modes.c of 5.1). A canvas has W3C's: burning with
 * black leaves white there and dodging with white leaves black, which whole areas of a picture are.
 */
const FORMULAS: Readonly<Record<PlanBlend, Formula>> = {
  multiply: multiplied,
  darken: Math.min,
  "color-burn": (beneath, above) =>
    above === 0 ? 0 : Math.max(0, 255 - Math.floor(((255 - beneath) * 256) / above)),
  screen: screened,
  lighten: Math.max,
  "color-dodge": (beneath, above) =>
    above === 255 ? 255 : Math.min(255, Math.floor((beneath * 256) / (255 - above))),
  add: (beneath, above) => Math.min(255, beneath + above),
  overlay: strong,
  "hard-light": (beneath, above) => strong(above, beneath),
  difference: (beneath, above) => Math.abs(beneath - above),
  exclusion: (beneath, above) => beneath + above - Math.floor((2 * beneath * above) / 255),
};

/** One mode's answers for every pair of levels, `256 * beneath + above`. */
const known = new Map<PlanBlend, Uint8Array>();

/** What each pair of levels gives, at `256 * beneath + above`. */
export function blendTable(mode: PlanBlend): Uint8Array {
  const kept = known.get(mode);
  if (kept !== undefined) return kept;
  const formula = FORMULAS[mode];
  const table = Uint8Array.from({ length: 1 << 16 }, (_, pair) => formula(pair >> 8, pair & 255));
  known.set(mode, table);
  return table;
}

/** Changes `beneath`, opaque RGBA, where `above` is not clear; `opacity` is of all of it. */
export function blendPixels(
  beneath: Uint8ClampedArray,
  above: Uint8ClampedArray,
  mode: PlanBlend,
  opacity: number,
): void {
  const table = blendTable(mode);
  for (let at = 0; at < beneath.length; at += 4) {
    const alpha = above[at + 3] ?? 0;
    if (alpha === 0) continue;
    const share = (alpha / 255) * opacity;
    for (let channel = at; channel < at + 3; channel += 1) {
      const level = beneath[channel] ?? 0;
      const mixed = table[256 * level + (above[channel] ?? 0)] ?? 0;
      beneath[channel] = level + share * (mixed - level);
    }
  }
}
