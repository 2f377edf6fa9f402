/** A shape that shows a part of a picture; graph and live canvas both read this file. */
import type { PictureLook } from "@cutroom/timeline";

/** In shares of the shown picture: its centre from the picture's centre, its half sides. */
export interface PlanMask {
  readonly shape: "rectangle" | "ellipse";
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly round: number;
  readonly feather: number;
  readonly invert: boolean;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export function maskOf(look: PictureLook | undefined): PlanMask | null {
  if (look?.maskShape === undefined || look.maskShape === "none") return null;
  return {
    shape: look.maskShape,
    x: look.maskX ?? 0,
    y: look.maskY ?? 0,
    halfWidth: (look.maskWidth ?? 1) / 2,
    halfHeight: (look.maskHeight ?? 1) / 2,
    round: look.maskRound ?? 0,
    feather: look.maskFeather ?? 0,
    invert: look.maskInvert ?? false,
  };
}

/** The shape in pixels of a picture of `size`. */
export function maskPixels(mask: PlanMask, { width, height }: Size) {
  const [halfWidth, halfHeight] = [mask.halfWidth * width, mask.halfHeight * height];
  const shorter = Math.min(halfWidth, halfHeight);
  return {
    centreX: width * (0.5 + mask.x),
    centreY: height * (0.5 + mask.y),
    halfWidth,
    halfHeight,
    shorter,
    radius: mask.round * shorter,
    // Never harder than a pixel, or edges would be stairs.
    feather: Math.max(1, (mask.feather * Math.min(width, height)) / 2),
  };
}

/** How much shows at a pixel's centre (x, y), 0 to 1. `maskExpression` says the same to FFmpeg. */
export function maskShare(mask: PlanMask, size: Size, x: number, y: number): number {
  const at = maskPixels(mask, size);
  const [dx, dy] = [Math.abs(x - at.centreX), Math.abs(y - at.centreY)];
  const beyondX = dx - at.halfWidth + at.radius;
  const beyondY = dy - at.halfHeight + at.radius;
  const outside =
    mask.shape === "ellipse"
      ? (Math.hypot(dx / at.halfWidth, dy / at.halfHeight) - 1) * at.shorter
      : Math.hypot(Math.max(0, beyondX), Math.max(0, beyondY)) +
        Math.min(0, Math.max(beyondX, beyondY)) -
        at.radius;
  const share = Math.min(1, Math.max(0, 0.5 - outside / at.feather));
  return mask.invert ? 1 - share : share;
}
