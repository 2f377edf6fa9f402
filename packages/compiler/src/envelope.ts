/**
 * How strongly a picture is drawn, frame by frame: its own opacity and fades, and its part in
 * transitions. Graph and compositor both read this.
 */
import { covers } from "./place.ts";
import { isDip, isMask } from "./transitions.ts";
import type { MaskKind } from "./transitions.ts";
import type { PlanInput, PlanLayer, PlanPicture, PlanTransition, RenderPlan } from "./plan.ts";

/** Frame startFrame + i has strength i / frameCount ("in") or 1 - i / frameCount ("out"). */
export interface Ramp {
  readonly direction: "in" | "out";
  readonly startFrame: number;
  readonly frameCount: number;
}

export function rampAt(ramp: Ramp, frame: number): number {
  const done = Math.min(1, Math.max(0, (frame - ramp.startFrame) / ramp.frameCount));
  return ramp.direction === "in" ? done : 1 - done;
}

/** The picture's own fades, without crossfades. */
export function ownRamps(picture: PlanPicture): Ramp[] {
  const ramps: Ramp[] = [];
  if (picture.fadeInFrames > 0) {
    ramps.push({
      direction: "in",
      startFrame: picture.startFrame,
      frameCount: picture.fadeInFrames,
    });
  }
  if (picture.fadeOutFrames > 0) {
    ramps.push({
      direction: "out",
      startFrame: picture.endFrame - picture.fadeOutFrames,
      frameCount: picture.fadeOutFrames,
    });
  }
  return ramps;
}

export function inputOf(plan: RenderPlan, inputId: string): PlanInput {
  const input = plan.inputs.find((candidate) => candidate.id === inputId);
  if (!input) throw new Error(`plan has no input ${inputId}`);
  return input;
}

/** Is it more than a picture at rest that covers what lies beneath it? */
export function changes({ motion, fading, blend, mask, key }: PlanPicture): boolean {
  return [motion, fading, blend, mask, key].some((part) => part !== undefined);
}

function isOpaqueDuring(plan: RenderPlan, picture: PlanPicture, part: PlanTransition): boolean {
  const input = inputOf(plan, picture.inputId);
  if (input.kind === "title" || input.kind === "audio" || input.hasAlpha) return false;
  if (picture.opacity < 1 || changes(picture)) return false;
  const end = part.startFrame + part.frameCount;
  return ownRamps(picture).every(
    (ramp) => ramp.startFrame >= end || ramp.startFrame + ramp.frameCount <= part.startFrame,
  );
}

/** Does the picture alone hide the whole frame as long as the transition lasts? */
export function hidesFrame(plan: RenderPlan, picture: PlanPicture, part: PlanTransition): boolean {
  const frame = { x: 0, y: 0, width: plan.width, height: plan.height };
  return isOpaqueDuring(plan, picture, part) && covers(picture, { rect: frame, rotationDeg: 0 });
}

/**
 * A crossfade by drawing over: the picture that hides the other lies on top and ramps, the
 * hidden one stays whole, which is exactly (1 - p) * left + p * right. Where neither hides the
 * other both ramp, and what is beneath shines through by at most a quarter.
 */
export type CrossfadeStyle = "right-over" | "left-over" | "both";

export function crossfadeStyle(
  plan: RenderPlan,
  layer: PlanLayer,
  transition: PlanTransition,
): CrossfadeStyle {
  const left = layer.pictures.find((picture) => picture.clipId === transition.leftClipId);
  const right = layer.pictures.find((picture) => picture.clipId === transition.rightClipId);
  if (!left || !right || left.motion !== undefined || right.motion !== undefined) return "both";
  if (isOpaqueDuring(plan, right, transition) && covers(right, left)) return "right-over";
  if (isOpaqueDuring(plan, left, transition) && covers(left, right)) return "left-over";
  return "both";
}

/** The two halves of a dip: out over the first, in over the second, which has the odd frame less. */
export function dipRamps(dip: PlanTransition): { readonly out: Ramp; readonly in: Ramp } {
  const half = Math.ceil(dip.frameCount / 2);
  const rest = Math.max(1, dip.frameCount - half);
  return {
    out: { direction: "out", startFrame: dip.startFrame, frameCount: half },
    in: { direction: "in", startFrame: dip.startFrame + half, frameCount: rest },
  };
}

function crossfadeRamps(plan: RenderPlan, layer: PlanLayer, picture: PlanPicture): Ramp[] {
  return layer.transitions.flatMap((one): Ramp[] => {
    if (one.kind !== "crossfade") return [];
    const span = { startFrame: one.startFrame, frameCount: one.frameCount };
    const style = crossfadeStyle(plan, layer, one);
    if (one.rightClipId === picture.clipId && style !== "left-over") {
      return [{ direction: "in", ...span }];
    }
    return one.leftClipId === picture.clipId && style !== "right-over"
      ? [{ direction: "out", ...span }]
      : [];
  });
}

/**
 * Every ramp that applies when pictures are drawn over one another. A dip has no colour here:
 * a picture above others fades to what is beneath it and back.
 */
export function drawnRamps(plan: RenderPlan, layer: PlanLayer, picture: PlanPicture): Ramp[] {
  const dips = layer.transitions.flatMap((one): Ramp[] => {
    if (!isDip(one.kind)) return [];
    if (one.leftClipId === picture.clipId) return [dipRamps(one).out];
    return one.rightClipId === picture.clipId ? [dipRamps(one).in] : [];
  });
  return [...ownRamps(picture), ...crossfadeRamps(plan, layer, picture), ...dips];
}

/** A picture's part in a transition by a mask: uncovered ("right") or covered ("left") by it. */
export interface Reveal {
  readonly kind: MaskKind;
  readonly side: "left" | "right";
  readonly startFrame: number;
  readonly frameCount: number;
}

/**
 * The masks of a picture. A left picture that the right one hides wholly has none: it stays
 * beneath, and the right one is uncovered over it.
 */
export function revealsOf(plan: RenderPlan, layer: PlanLayer, picture: PlanPicture): Reveal[] {
  return layer.transitions.flatMap((one): Reveal[] => {
    const { kind, startFrame, frameCount } = one;
    if (!isMask(kind)) return [];
    if (one.rightClipId === picture.clipId)
      return [{ kind, side: "right", startFrame, frameCount }];
    const stays = crossfadeStyle(plan, layer, one) === "right-over";
    return one.leftClipId === picture.clipId && !stays
      ? [{ kind, side: "left", startFrame, frameCount }]
      : [];
  });
}

/** The layer's pictures in the order to draw them: time order, but hidden ones first. */
export function drawOrder(plan: RenderPlan, layer: PlanLayer): PlanPicture[] {
  const order: PlanPicture[] = [];
  for (const picture of layer.pictures) {
    const transition = layer.transitions.find((one) => one.rightClipId === picture.clipId);
    const left = transition ? order.findIndex((one) => one.clipId === transition.leftClipId) : -1;
    const beneath =
      transition !== undefined &&
      left >= 0 &&
      transition.kind === "crossfade" &&
      crossfadeStyle(plan, layer, transition) === "left-over";
    if (beneath) order.splice(left, 0, picture);
    else order.push(picture);
  }
  return order;
}
