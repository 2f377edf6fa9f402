/**
 * The plan for live playback: what a canvas draws at a frame. The same integers as the FFmpeg graph, so live and exact pictures differ only by the scaler.
 */
import { framesToFlicks } from "@cutroom/timeline";
import type { Flicks, ToneCurves } from "@cutroom/timeline";
import {
  dipRamps,
  drawOrder,
  drawnRamps,
  hidesFrame,
  inputOf,
  ownRamps,
  rampAt,
  revealsOf,
} from "./envelope.ts";
import type { PlanEffects } from "./effects.ts";
import type { PlanColour, PlanCrop } from "./look.ts";
import type { PlanBlend } from "./blend-graph.ts";
import type { PlanKey } from "./chroma-key.ts";
import { grainOffset } from "./grain.ts";
import { lookOn } from "./look-steps.ts";
import { fadingAt, placedPart, placementAt } from "./motion.ts";
import { settledRect, visiblePart } from "./place.ts";
import { dipColour, isDip, isMask, isPush, pushDirection, pushedPx } from "./transitions.ts";
import type { MaskKind } from "./transitions.ts";
import type {
  PlanInput,
  PlanLayer,
  PlanLut,
  PlanPicture,
  PlanRect,
  PlanTransition,
  RenderPlan,
} from "./plan.ts";
import type { PlanMask } from "./shape-mask.ts";
import { sourceFrameAt } from "./source-frames.ts";
import type { PlanTones } from "./tones.ts";

/** Effects in pixels of the frame. */
export type DrawnEffects = PlanEffects & {
  /** Where the picture's corner lies on the sheet of grain. */
  readonly grainAt: { readonly x: number; readonly y: number };
};

/** With the plan's table in place of its id. */
export interface DrawnTones {
  readonly curves: ToneCurves | null;
  readonly lut: PlanLut | null;
}

/** Draw in order, each over the ones before, onto a frame filled with the plan's background. */
export interface DrawOp {
  readonly clipId: string;
  readonly inputId: string;
  readonly kind: "video" | "image" | "title";
  /** A title that moves: `rect` is where the whole frame that it was made for lies. */
  readonly stage: { readonly width: number; readonly height: number } | null;
  /** Index on the asset's own frame grid; 0 for stills and titles. */
  readonly sourceFrame: number;
  /** When that frame begins in the asset. Half a frame later is a safe place to seek to. */
  readonly sourceTime: Flicks;
  /** Which way its source frames go while the plan plays: -1 backwards, 0: one is held. */
  readonly course: 1 | 0 | -1;
  /** What `rect` shows of the whole picture, which is mirrored first; null: all of it. */
  readonly crop: PlanCrop | null;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly colour: PlanColour | null;
  /** After `colour`. */
  readonly tones: DrawnTones | null;
  readonly effects: DrawnEffects | null;
  readonly mask: PlanMask | null;
  readonly key: PlanKey | null;
  /** Before rotation, which is clockwise about its centre. A title fills the whole frame. */
  readonly rect: PlanRect;
  readonly rotationDeg: number;
  /**
   * What the graph cuts of it, from `rect`'s corner, before it blurs and turns it; null: it moves,
   * and is not cut.
   */
  readonly part: PlanRect | null;
  /** 0 to 1: opacity, fades and crossfade together. */
  readonly opacity: number;
  /** `add` is a canvas's "lighter". */
  readonly blend: "over" | PlanBlend;
  /** First lay it on a whole frame of the background, and draw all of that this strongly. */
  readonly framed: number | null;
  /** Move by this, the frame's edges with it: what lay outside the frame stays hidden. */
  readonly shift: { readonly x: number; readonly y: number } | null;
  /** Show only the share `revealedShare(kind, point, done)`, on the left side the rest of it. */
  readonly reveal: {
    readonly kind: MaskKind;
    readonly side: "left" | "right";
    readonly done: number;
  } | null;
  /** Then fill the whole frame with this colour. */
  readonly tint: { readonly colour: string; readonly opacity: number } | null;
}

/** Everything on screen at output frame `frame`, bottom to top. */
export function composeAt(plan: RenderPlan, frame: number): DrawOp[] {
  return plan.layers.flatMap((layer, index) =>
    (index === 0 ? layer.pictures : drawOrder(plan, layer))
      .filter((picture) => frame >= picture.startFrame && frame < picture.endFrame)
      .filter((picture) => index > 0 || !isDippedAway(layer, picture, frame))
      .map((picture) => drawOp(plan, layer, index === 0, picture, frame)),
  );
}

/** A dip of the bottom layer shows the left picture in its first half and the right one after. */
function isDippedAway(layer: PlanLayer, picture: PlanPicture, frame: number): boolean {
  return layer.transitions.some((one) => {
    if (!isDip(one.kind)) return false;
    const half = dipRamps(one).in.startFrame;
    if (one.leftClipId === picture.clipId) return frame >= half;
    return one.rightClipId === picture.clipId && frame < half;
  });
}

function tintAt(layer: PlanLayer, picture: PlanPicture, frame: number): DrawOp["tint"] {
  for (const one of layer.transitions) {
    const touches = one.leftClipId === picture.clipId || one.rightClipId === picture.clipId;
    const done = frame - one.startFrame;
    if (!isDip(one.kind) || !touches || done < 0 || done >= one.frameCount) continue;
    const ramps = dipRamps(one);
    const showing = rampAt(one.leftClipId === picture.clipId ? ramps.out : ramps.in, frame);
    return { colour: dipColour(one.kind), opacity: 1 - showing };
  }
  return null;
}

function shiftAt(
  plan: RenderPlan,
  layer: PlanLayer,
  picture: PlanPicture,
  frame: number,
): DrawOp["shift"] {
  for (const one of layer.transitions) {
    const done = frame - one.startFrame;
    if (!isPush(one.kind) || done < 0 || done >= one.frameCount) continue;
    const arrives = one.rightClipId === picture.clipId;
    if (!arrives && one.leftClipId !== picture.clipId) continue;
    const direction = pushDirection(one.kind);
    const along = (unit: number, length: number) =>
      unit * (pushedPx(length, done, one.frameCount) - (arrives ? length : 0));
    return { x: along(direction.x, plan.width), y: along(direction.y, plan.height) };
  }
  return null;
}

function revealAt(
  plan: RenderPlan,
  layer: PlanLayer,
  picture: PlanPicture,
  frame: number,
): DrawOp["reveal"] {
  for (const { kind, side, startFrame, frameCount } of revealsOf(plan, layer, picture)) {
    const done = (frame - startFrame) / frameCount;
    if (done >= 0 && done < 1) return { kind, side, done };
  }
  return null;
}

type Shown = Pick<DrawOp, "opacity" | "blend" | "framed" | "reveal">;

function shownAbove(
  plan: RenderPlan,
  layer: PlanLayer,
  picture: PlanPicture,
  frame: number,
  own: number,
): Shown {
  const ramps = drawnRamps(plan, layer, picture);
  return {
    opacity: ramps.reduce((opacity, ramp) => opacity * rampAt(ramp, frame), own),
    blend: picture.blend ?? "over",
    framed: null,
    reveal: revealAt(plan, layer, picture, frame),
  };
}

/**
 * A transition of the bottom layer joins two full frames, as `joined` of the graph does: the left
 * one stays, and the right one comes over it with the background around its picture.
 */
function shownAtBottom(
  plan: RenderPlan,
  layer: PlanLayer,
  picture: PlanPicture,
  frame: number,
  own: number,
): Shown {
  const opacity = ownRamps(picture).reduce((least, ramp) => least * rampAt(ramp, frame), own);
  const arrival = layer.transitions.find(
    (one) =>
      one.rightClipId === picture.clipId &&
      (one.kind === "crossfade" || isMask(one.kind)) &&
      frame >= one.startFrame &&
      frame < one.startFrame + one.frameCount,
  );
  const shown = { blend: "over", framed: null, reveal: null } as const;
  if (arrival === undefined) return { ...shown, opacity };
  const { share, reveal } = arrivalAt(arrival, frame);
  return hidesFrame(plan, picture, arrival)
    ? { ...shown, opacity: share, reveal }
    : { ...shown, opacity, reveal, framed: share };
}

/** How much of the right picture's frame is there, and which part of it. */
function arrivalAt(
  { kind, startFrame, frameCount }: PlanTransition,
  frame: number,
): { readonly share: number; readonly reveal: DrawOp["reveal"] } {
  const done = (frame - startFrame) / frameCount;
  return isMask(kind)
    ? { share: 1, reveal: { kind, side: "right", done } }
    : { share: done, reveal: null };
}

function placed(
  plan: RenderPlan,
  picture: PlanPicture,
  input: PlanInput,
  frame: number,
): Pick<DrawOp, "rect" | "rotationDeg" | "part" | "crop" | "stage" | "effects"> {
  const { rect, rotationDeg, crop, motion } = picture;
  const grainAt = grainOffset(frame - picture.startFrame);
  const { effects: own } = lookOn(picture, frame - picture.startFrame);
  const effects = own ? { ...own, grainAt } : null;
  if (!motion) {
    const part = visiblePart(rect, rotationDeg, plan);
    const settled = settledRect(rect, rotationDeg, plan);
    return { rect: settled, rotationDeg, part, crop, effects, stage: null };
  }
  const at = placementAt(motion, frame - picture.startFrame);
  return {
    ...placedPart(motion, at, { rect, crop }),
    rotationDeg: at.rotationDeg,
    part: null,
    effects: effects && { ...effects, blurPx: effects.blurPx * at.zoom },
    stage: input.kind === "title" ? motion.stage : null,
  };
}

function drawnTones({ luts = [] }: RenderPlan, tones: PlanTones | undefined): DrawnTones | null {
  if (tones === undefined) return null;
  const lut = luts.find(({ id }) => id === tones.lutId) ?? null;
  return { curves: tones.curves ?? null, lut };
}

function drawOp(
  plan: RenderPlan,
  layer: PlanLayer,
  bottom: boolean,
  picture: PlanPicture,
  frame: number,
): DrawOp {
  const input = inputOf(plan, picture.inputId);
  if (input.kind === "audio") throw new Error(`${picture.clipId} draws a sound`);
  const video = input.kind === "video" ? input : null;
  const sourceFrame = video ? sourceFrameAt(picture, video, plan.rate, frame) : 0;
  const look = lookOn(picture, frame - picture.startFrame);
  const own = picture.fading
    ? fadingAt(picture.fading, frame - picture.startFrame)
    : picture.opacity;
  return {
    clipId: picture.clipId,
    inputId: picture.inputId,
    kind: input.kind,
    sourceFrame,
    course: picture.reversed ? -1 : picture.speed.n === 0 ? 0 : 1,
    sourceTime: video ? framesToFlicks(sourceFrame, video.rate) : 0,
    ...placed(plan, picture, input, frame),
    flipX: picture.flipX,
    flipY: picture.flipY,
    colour: look.colour,
    tones: drawnTones(plan, picture.tones),
    mask: look.mask ?? null,
    key: look.key ?? null,
    ...(bottom ? shownAtBottom : shownAbove)(plan, layer, picture, frame, own),
    shift: shiftAt(plan, layer, picture, frame),
    tint: bottom ? tintAt(layer, picture, frame) : null,
  };
}
