/** Draws the compiler's operations on a 2D canvas: the live picture. */
import { blurSigma } from "@cutroom/compiler";
import type { ColourTable, DrawOp, PlanLut, PlanRect, RenderPlan } from "@cutroom/compiler";
import type { AsideLayer } from "./aside-layer.ts";
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
  | "filter"
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

/** Half of the edge shines through one layer of a blurred picture, a sixteenth through four. */
const OPAQUE_LAYERS = 4;
const OFFLINE_FILL = "#2a2d35";

/** Where to draw. */
export interface Surface {
  readonly target: DrawTarget;
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
    target.save();
    target.globalAlpha = strength;
    target.globalCompositeOperation = compositeOf(op.blend);
    if (op.shift !== null) shiftFrame(target, plan, op.shift);
    drawOp(surface, plan, op, { picture: pictureOf(op), smoothing });
    target.restore();
    if (op.tint !== null && op.tint.opacity > 0) fillFrame(target, plan, op.tint);
  }
  target.restore();
}

/** The canvas names the other modes as the plan does. */
function compositeOf(blend: DrawOp["blend"]): GlobalCompositeOperation {
  if (blend === "over") return "source-over";
  return blend === "add" ? "lighter" : blend;
}

function drawOp(
  { target, aside, tableOf }: Surface,
  plan: RenderPlan,
  op: DrawOp,
  { picture, smoothing }: { picture: Picture | null; smoothing: ImageSmoothingQuality },
): void {
  const { colour, reveal, key, rect, rotationDeg } = op;
  const { curves = null, lut = null } = op.tones ?? {};
  const table = (lut && tableOf?.(lut)) ?? null;
  const plain = colour === null && curves === null && table === null;
  const tones = plain ? null : { colour, curves, table };
  const stencils = stencilsOf(op);
  const sharpen = op.effects?.sharpen ?? 0;
  const blur = op.effects?.blurPx ?? 0;
  const grain = op.effects?.grain ? { grain: op.effects.grain, at: op.effects.grainAt } : null;
  const framed = op.framed === null ? null : { colour: plan.background, opacity: op.opacity };
  const whole = [reveal, key, tones, grain, framed].every((step) => step === null);
  if (whole && stencils.length + sharpen + blur === 0) {
    drawPicture(target, op, picture);
    return;
  }
  const steps = { reveal, tones, grain, framed, key, sharpen, stencils, rect, rotationDeg };
  const shown = aside.paint(steps, plan, (layer) => {
    layer.save();
    layer.imageSmoothingQuality = smoothing;
    drawPicture(layer, op, picture);
    layer.restore();
  });
  target.drawImage(shown, 0, 0, plan.width, plan.height);
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

function drawPicture(target: DrawTarget, op: DrawOp, picture: Picture | null): void {
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
  const { crop } = op;
  const full = crop === null ? rect : { width: crop.fullWidth, height: crop.fullHeight };
  if (crop !== null || op.effects?.opaque === true) {
    target.beginPath();
    target.rect(-halfWidth, -halfHeight, rect.width, rect.height);
    target.clip();
  }
  if (crop !== null) {
    target.translate(full.width / 2 - crop.x - halfWidth, full.height / 2 - crop.y - halfHeight);
  }
  if (op.flipX || op.flipY) target.scale(op.flipX ? -1 : 1, op.flipY ? -1 : 1);
  const draw = () =>
    target.drawImage(picture.image, -full.width / 2, -full.height / 2, full.width, full.height);
  const { effects } = op;
  if (!effects || effects.blurPx === 0) {
    draw();
    return;
  }
  target.filter = `blur(${blurSigma(effects.blurPx).toFixed(3)}px)`;
  // A canvas lets what is beyond the edges shine in; laid over itself the picture is opaque again.
  for (let layer = 0; layer < (effects.opaque ? OPAQUE_LAYERS : 1); layer += 1) draw();
  target.filter = "none";
}
