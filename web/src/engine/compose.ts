/** Draws the compiler's operations on a 2D canvas: the live picture. */
import { blurSigma } from "@cutroom/compiler";
import type { ColourTable, DrawOp, PlanLut, PlanRect, RenderPlan } from "@cutroom/compiler";
import type { AsideLayer, AsideSteps } from "./aside-layer.ts";
import { stencilsOf } from "./stencils.ts";

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
  | "scale"
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
  /** Its canvas is as large as the plan. */
  readonly target: DrawTarget & Pick<CanvasRenderingContext2D, "canvas">;
  /** For pictures that take more than one step. */
  readonly aside: AsideLayer;
  /** Null while a table's file is not here: then, and without this, the picture is shown as it is. */
  readonly tableOf?: (lut: PlanLut) => ColourTable | null;
}

/**
 * Draws one frame of `plan`. `pictureOf` answers null for media that is offline, which is drawn
 * as a flat panel in its place. The context's own transform is left as it was. `smoothing` may
 * be low while playing: without a graphics card the best one takes longer than a frame.
 */
export function drawFrame(
  surface: Surface,
  plan: RenderPlan,
  ops: readonly DrawOp[],
  pictureOf: (op: DrawOp) => Picture | null,
  smoothing: ImageSmoothingQuality = "high",
): void {
  const { target } = surface;
  target.save();
  target.globalAlpha = 1;
  target.globalCompositeOperation = "source-over";
  target.fillStyle = plan.background;
  target.fillRect(0, 0, plan.width, plan.height);
  target.imageSmoothingEnabled = true;
  target.imageSmoothingQuality = smoothing;
  for (const op of ops) {
    const strength = op.framed ?? op.opacity;
    if (strength <= 0) continue;
    const shown = { picture: pictureOf(op), smoothing };
    target.save();
    if (op.blend === "over") {
      target.globalAlpha = strength;
      if (op.shift !== null) shiftFrame(target, plan, op.shift);
      drawOver(surface, plan, op, shown);
    } else {
      const above = drawAside(surface, plan, op, stepsOf(surface, plan, op), shown);
      const { shift, opacity, blend: mode } = op;
      target.drawImage(surface.aside.blend(target.canvas, above, { shift, opacity, mode }), 0, 0);
    }
    target.restore();
    if (op.tint !== null && op.tint.opacity > 0) fillFrame(target, plan, op.tint);
  }
  target.restore();
}

interface Shown {
  readonly picture: Picture | null;
  readonly smoothing: ImageSmoothingQuality;
}

function stepsOf({ tableOf }: Surface, plan: RenderPlan, op: DrawOp): AsideSteps {
  const { colour, reveal, key, rect, rotationDeg, effects } = op;
  const { curves = null, lut = null } = op.tones ?? {};
  const table = (lut && tableOf?.(lut)) ?? null;
  const plain = colour === null && curves === null && table === null;
  return {
    reveal,
    tones: plain ? null : { colour, curves, table },
    grain: effects?.grain ? { grain: effects.grain, at: effects.grainAt } : null,
    framed: op.framed === null ? null : { colour: plan.background, opacity: op.opacity },
    key,
    sharpen: effects?.sharpen ?? 0,
    stencils: stencilsOf(op),
    rect,
    rotationDeg,
  };
}

function drawAside(
  { aside }: Surface,
  plan: RenderPlan,
  op: DrawOp,
  steps: AsideSteps,
  { picture, smoothing }: Shown,
): OffscreenCanvas {
  return aside.paint(steps, plan, (layer) => {
    layer.save();
    layer.imageSmoothingQuality = smoothing;
    drawPicture(aside, layer, op, picture);
    layer.restore();
  });
}

function drawOver(surface: Surface, plan: RenderPlan, op: DrawOp, shown: Shown): void {
  const steps = stepsOf(surface, plan, op);
  const { reveal, key, tones, grain, framed, stencils, sharpen } = steps;
  const whole = [reveal, key, tones, grain, framed].every((step) => step === null);
  if (whole && stencils.length + sharpen + (op.effects?.blurPx ?? 0) === 0) {
    drawPicture(surface.aside, surface.target, op, shown.picture);
    return;
  }
  const picture = drawAside(surface, plan, op, steps, shown);
  surface.target.drawImage(picture, 0, 0, plan.width, plan.height);
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

/** A picture of a part of the stage, which `op.rect` scales and `op.rotationDeg` turns. */
function drawStaged(
  target: DrawTarget,
  op: DrawOp,
  stage: NonNullable<DrawOp["stage"]>,
  { image, rect: part }: Picture,
): void {
  const { rect } = op;
  target.translate(rect.x + rect.width / 2, rect.y + rect.height / 2);
  if (op.rotationDeg !== 0) target.rotate((op.rotationDeg * Math.PI) / 180);
  target.scale(rect.width / stage.width, rect.height / stage.height);
  const { x, y, width, height } = part ?? { x: 0, y: 0, ...stage };
  target.drawImage(image, x - stage.width / 2, y - stage.height / 2, width, height);
}

function drawPicture(
  aside: AsideLayer,
  target: DrawTarget,
  op: DrawOp,
  picture: Picture | null,
): void {
  if (op.stage !== null && picture) {
    drawStaged(target, op, op.stage, picture);
    return;
  }
  const rect = picture?.rect ?? op.rect;
  const [halfWidth, halfHeight] = [rect.width / 2, rect.height / 2];
  target.translate(rect.x + halfWidth, rect.y + halfHeight);
  if (op.rotationDeg !== 0) target.rotate((op.rotationDeg * Math.PI) / 180);
  if (!picture) {
    target.fillStyle = OFFLINE_FILL;
    target.fillRect(-halfWidth, -halfHeight, rect.width, rect.height);
    return;
  }
  const blurPx = op.effects?.blurPx ?? 0;
  const turns = op.part !== null && picture.rect === null && op.rotationDeg % 90 !== 0;
  if (blurPx === 0 && !turns) {
    drawUpright(target, op, rect, picture.image);
    return;
  }
  const part = op.part ?? { x: 0, y: 0, width: rect.width, height: rect.height };
  const size = { width: Math.ceil(part.width), height: Math.ceil(part.height) };
  const sheet = aside.upright(size, blurPx === 0 ? 0 : blurSigma(blurPx), (layer) => {
    layer.imageSmoothingQuality = target.imageSmoothingQuality;
    layer.scale(size.width / part.width, size.height / part.height);
    layer.translate(halfWidth - part.x, halfHeight - part.y);
    drawUpright(layer, op, rect, picture.image);
  });
  // It is as large as it is shown: FFmpeg turns between four points.
  target.imageSmoothingQuality = "low";
  target.drawImage(sheet, part.x - halfWidth, part.y - halfHeight, part.width, part.height);
}

/** The picture about its middle, mirrored and cropped, not turned. */
function drawUpright(
  target: DrawTarget,
  { crop, flipX, flipY }: DrawOp,
  rect: PlanRect,
  image: CanvasImageSource,
): void {
  const full = crop === null ? rect : { width: crop.fullWidth, height: crop.fullHeight };
  if (crop !== null) {
    const [left, top] = [-rect.width / 2, -rect.height / 2];
    target.beginPath();
    target.rect(left, top, rect.width, rect.height);
    target.clip();
    target.translate(full.width / 2 - crop.x + left, full.height / 2 - crop.y + top);
  }
  if (flipX || flipY) target.scale(flipX ? -1 : 1, flipY ? -1 : 1);
  target.drawImage(image, -full.width / 2, -full.height / 2, full.width, full.height);
}
