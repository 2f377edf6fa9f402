/** Where a clip lies on the picture, in pixels of the plan. */
import { composeAt } from "@cutroom/compiler";
import type { PlanRect, RenderPlan } from "@cutroom/compiler";
import { framesToFlicks, poseAt } from "@cutroom/timeline";
import type { PlainClip, ProjectDocument, ShapeClip, TextClip, Transform } from "@cutroom/timeline";
import type { Point } from "./handle-math.ts";

/** A rectangle, turned about its middle. */
export interface ClipBox {
  readonly rect: PlanRect;
  readonly rotationDeg: number;
}

/** The clip's transform on a frame. */
export function posed(plan: RenderPlan, frame: number, clip: PlainClip): Transform {
  if (clip.kind === "caption") return clip.transform;
  const { opacity: _opacity, ...at } = poseAt(clip, framesToFlicks(frame, plan.rate) - clip.start);
  return at;
}

/** Where the clip is drawn on a frame; null when it is not, and for captions, which have no box. */
export function boxOf(plan: RenderPlan, frame: number, clip: PlainClip): ClipBox | null {
  const op = composeAt(plan, frame).find((one) => one.clipId === clip.id);
  if (!op || clip.kind === "caption") return null;
  if (clip.kind === "media") return { rect: op.rect, rotationDeg: op.rotationDeg };
  const transform = posed(plan, frame, clip);
  const { width, height } = sizeOf(plan, clip, transform.scale);
  return {
    rect: {
      x: plan.width * (0.5 + transform.x) - width / 2,
      y: plan.height * (0.5 + transform.y) - height / 2,
      width,
      height,
    },
    rotationDeg: transform.rotationDeg,
  };
}

/** The topmost title at a point of a frame that may be changed; null when there is none. */
export function titleAt(
  document: ProjectDocument,
  plan: RenderPlan,
  frame: number,
  point: Point,
): TextClip | null {
  for (const { clipId } of composeAt(plan, frame).toReversed()) {
    const clip = document.clips[clipId];
    if (clip?.kind !== "text" || document.tracks[clip.trackId]?.locked !== false) continue;
    const box = boxOf(plan, frame, clip);
    if (box !== null && isInside(box, point)) return clip;
  }
  return null;
}

function isInside({ rect, rotationDeg }: ClipBox, point: Point): boolean {
  const angle = (-rotationDeg * Math.PI) / 180;
  const [x, y] = [point.x - rect.x - rect.width / 2, point.y - rect.y - rect.height / 2];
  const across = x * Math.cos(angle) - y * Math.sin(angle);
  const down = x * Math.sin(angle) + y * Math.cos(angle);
  return Math.abs(across) <= rect.width / 2 && Math.abs(down) <= rect.height / 2;
}

/** How large a title is, at a guess, or a shape; a thin line gets enough to be held by. */
function sizeOf(plan: RenderPlan, clip: TextClip | ShapeClip, scale: number) {
  if (clip.kind === "shape") {
    const { width, height, outlineColour, outlineWidth } = clip.shape;
    const unit = Math.min(plan.width, plan.height);
    const edge = outlineColour === null ? 0 : outlineWidth;
    const side = (length: number) => Math.max(0.04 * unit, (length + edge) * unit * scale);
    return { width: side(width), height: side(height) };
  }
  const { style, text } = clip;
  const lines = text.split("\n");
  const em = style.size * plan.height * scale;
  const longest = Math.max(1, ...lines.map((line) => line.length));
  return {
    width: Math.min(plan.width * 1.5, Math.max(em * 2, longest * em * 0.6)),
    height: Math.max(em * 1.2, lines.length * em * style.lineHeight),
  };
}
