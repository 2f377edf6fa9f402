/** What a look does to a picture beyond grading it, in whole pixels and plain factors. */
import type { PictureLook } from "@cutroom/timeline";
import { grainOf } from "./grain.ts";
import type { PlanGrain } from "./grain.ts";

export interface PlanEffects {
  /** Radius of a box that is averaged over three times, in whole pixels of the picture. */
  readonly blurPx: number;
  /** How much of the difference to a softer picture is added to it. */
  readonly sharpen: number;
  /** How much of black lies over the corners; see `vignetteShare`. */
  readonly vignette: number;
  /** Absent: none. */
  readonly grain?: PlanGrain;
}

/** The strongest blur, as a share of the frame's height. */
const BLUR_REACH = 0.04;
const SHARPEN_REACH = 2;

/** Radii of `stepPx`: a blur that changes has more of them than one at rest, which even ones do for. */
export function effectsOf(
  look: PictureLook | undefined,
  frameHeight: number,
  stepPx: 1 | 2,
): PlanEffects | null {
  const { blur = 0, sharpen = 0, vignette = 0, grain = 0 } = look ?? {};
  const radius = blur * BLUR_REACH * frameHeight;
  if (blur + sharpen + vignette + grain === 0) return null;
  return {
    blurPx: blur === 0 ? 0 : Math.max(stepPx, stepPx * Math.round(radius / stepPx)),
    sharpen: SHARPEN_REACH * sharpen,
    vignette,
    ...(grain > 0 && { grain: grainOf(grain, frameHeight) }),
  };
}

/** How much of a vignette lies at a point whose distance from the centre is `share` of a corner's. */
export function vignetteShare(share: number): number {
  return share * share * share * share;
}

/** The spread (standard deviation) of a blur of this radius: three boxes are nearly a bell. */
export function blurSigma(blurPx: number): number {
  return Math.sqrt(blurPx * (blurPx + 1));
}
