/** Draws the compiler's operations on a 2D canvas: the live picture. */
import type { DrawOp, PlanRect, RenderPlan } from "@cutroom/compiler";

/** A decoded picture; `rect` when it covers only a part of the frame (titles). */
export interface Picture {
  readonly image: CanvasImageSource;
  readonly rect: PlanRect | null;
}

/** The part of a canvas context that drawing needs. */
export type DrawTarget = Pick<
  CanvasRenderingContext2D,
  | "save"
  | "restore"
  | "translate"
  | "rotate"
  | "fillRect"
  | "drawImage"
  | "fillStyle"
  | "globalAlpha"
  | "globalCompositeOperation"
  | "imageSmoothingEnabled"
  | "imageSmoothingQuality"
>;

const OFFLINE_FILL = "#2a2d35";

/**
 * Draws one frame of `plan`. `pictureOf` answers null for media that is offline, which is drawn
 * as a flat panel in its place. The context's own transform is left as it was. `smoothing` may
 * be low while playing: without a graphics card the best one takes longer than a frame.
 */
export function drawFrame(
  target: DrawTarget,
  plan: RenderPlan,
  ops: readonly DrawOp[],
  pictureOf: (op: DrawOp) => Picture | null,
  smoothing: ImageSmoothingQuality = "high",
): void {
  target.save();
  target.globalAlpha = 1;
  target.globalCompositeOperation = "source-over";
  target.fillStyle = plan.background;
  target.fillRect(0, 0, plan.width, plan.height);
  target.imageSmoothingEnabled = true;
  target.imageSmoothingQuality = smoothing;
  for (const op of ops) {
    if (op.opacity <= 0) continue;
    target.save();
    target.globalAlpha = op.opacity;
    target.globalCompositeOperation = op.blend === "add" ? "lighter" : "source-over";
    drawPicture(target, op, pictureOf(op));
    target.restore();
  }
  target.restore();
}

function drawPicture(target: DrawTarget, op: DrawOp, picture: Picture | null): void {
  const rect = picture?.rect ?? op.rect;
  const [halfWidth, halfHeight] = [rect.width / 2, rect.height / 2];
  target.translate(rect.x + halfWidth, rect.y + halfHeight);
  if (op.rotationDeg !== 0) target.rotate((op.rotationDeg * Math.PI) / 180);
  if (picture) {
    target.drawImage(picture.image, -halfWidth, -halfHeight, rect.width, rect.height);
    return;
  }
  target.fillStyle = OFFLINE_FILL;
  target.fillRect(-halfWidth, -halfHeight, rect.width, rect.height);
}
