/** Shapes laid over a picture in its own place: a vignette darkens it, a mask cuts it. */
import { maskShare, vignetteShare } from "@cutroom/compiler";
import type { DrawOp } from "@cutroom/compiler";

export interface Stencil {
  /** Equal for stencils that look alike. */
  readonly key: string;
  readonly operation: "source-atop" | "destination-in";
  /** At (u, v), shares of the shown picture's sides. */
  readonly alphaAt: (u: number, v: number) => number;
}

/** In the order of the graph: first darkened, then cut. */
export function stencilsOf({ effects, mask, rect }: DrawOp): Stencil[] {
  const stencils: Stencil[] = [];
  const vignette = effects?.vignette ?? 0;
  if (vignette > 0) {
    stencils.push({
      key: `vignette ${vignette}`,
      operation: "source-atop",
      alphaAt: (u, v) => vignette * vignetteShare(Math.hypot(2 * u - 1, 2 * v - 1) / Math.SQRT2),
    });
  }
  if (mask !== null) {
    const size = { width: rect.width, height: rect.height };
    const shape = Math.round((100 * size.width) / size.height);
    stencils.push({
      key: `mask ${JSON.stringify(mask)} ${shape} ${Math.round(size.width)}`,
      operation: "destination-in",
      alphaAt: (u, v) => maskShare(mask, size, u * size.width, v * size.height),
    });
  }
  return stencils;
}

/** Enough for soft edges, and near enough for hard ones in a small monitor. */
const LONGEST_SIDE = 480;
const KEPT = 12;

/** Black pictures with a stencil's alpha, the latest ones kept. */
export function createStencilStore() {
  const kept = new Map<string, OffscreenCanvas>();
  return (stencil: Stencil, { width, height }: DrawOp["rect"]): OffscreenCanvas => {
    const known = kept.get(stencil.key);
    if (known !== undefined) return known;
    const factor = Math.min(1, LONGEST_SIDE / Math.max(width, height));
    const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round(side * factor)));
    const canvas = new OffscreenCanvas(columns ?? 1, rows ?? 1);
    const target = canvas.getContext("2d");
    if (target === null) throw new Error("this browser draws no 2D canvas");
    const pixels = target.createImageData(canvas.width, canvas.height);
    for (let y = 0; y < canvas.height; y += 1) {
      for (let x = 0; x < canvas.width; x += 1) {
        const share = stencil.alphaAt((x + 0.5) / canvas.width, (y + 0.5) / canvas.height);
        pixels.data[4 * (y * canvas.width + x) + 3] = Math.round(255 * share);
      }
    }
    target.putImageData(pixels, 0, 0);
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? "");
    kept.set(stencil.key, canvas);
    return canvas;
  };
}
