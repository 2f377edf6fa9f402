/** Draws the compiler's operations on a 2D canvas: the live picture. */
import type { DrawOp, PlanRect, RenderPlan } from "@cutroom/compiler";
import type { MaskedLayer } from "./masked-layer.ts";

/** A decoded picture; `rect` when it covers only a part of the frame (titles). */
export interface Picture {
  readonly image: CanvasImageSource;
  readonly rect: PlanRect | null;
}

/** The part of a canvas context that drawing needs. */
export type DrawTarget = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "clip"
  | "rect"
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

/** Where to draw. */
export interface Surface {
  readonly target: DrawTarget;
  /** Draws what a transition uncovers. */
  readonly masked: MaskedLayer;
}

/**
 * Draws one frame of `plan`. `pictureOf` answers null for media that is offline, which is drawn
 * as a flat panel in its place. The context's own transform is left as it was. `smoothing` may
 * be low while playing: without a graphics card the best one takes longer than a frame.
 */
export function drawFrame(
  { target, masked }: Surface,
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
    const picture = pictureOf(op);
    if (op.reveal === null) {
      if (op.shift !== null) shiftFrame(target, plan, op.shift);
      drawPicture(target, op, picture);
    } else {
      const shown = masked.paint(op.reveal, plan, (aside) => {
        aside.imageSmoothingQuality = smoothing;
        aside.save();
        drawPicture(aside, op, picture);
        aside.restore();
      });
      target.drawImage(shown, 0, 0, plan.width, plan.height);
    }
    target.restore();
    if (op.tint !== null && op.tint.opacity > 0) fillFrame(target, plan, op.tint);
  }
  target.restore();
}

/** Moves the frame and all in it; nothing shows beyond its moved edges. */
function shiftFrame(
  target: DrawTarget,
  plan: RenderPlan,
  shift: NonNullable<DrawOp["shift"]>,
): void {
  target.translate(shift.x, shift.y);
  target.beginPath();
  target.rect(0, 0, plan.width, plan.height);
  target.clip();
}

function fillFrame(target: DrawTarget, plan: RenderPlan, tint: NonNullable<DrawOp["tint"]>): void {
  target.save();
  target.globalAlpha = tint.opacity;
  target.globalCompositeOperation = "source-over";
  target.fillStyle = tint.colour;
  target.fillRect(0, 0, plan.width, plan.height);
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
