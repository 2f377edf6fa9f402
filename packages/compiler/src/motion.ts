/**
 * Pictures that move. Keys become a few knots on output frames with straight lines between
 * them, close enough that nobody can tell, so that the graph, every slice of it and the live
 * canvas read the same numbers.
 */
import { flicksToFrameNearest, framesToFlicks, poseAt } from "@cutroom/timeline";
import type { Flicks, PlainClip, Pose, Rate } from "@cutroom/timeline";
import type { PlanCrop } from "./look.ts";
import { toEven } from "./place.ts";
import type { PlanRect } from "./plan.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * On frame `frame` of the picture the output's point (x, y) shows the stage's point
 * (u + a x + b y, v - b x + a y), counted from the stage's centre, in pixels.
 */
export interface MotionKnot {
  readonly frame: number;
  readonly u: number;
  readonly v: number;
  readonly a: number;
  readonly b: number;
}

export interface PlanMotion {
  /** The size at which the whole picture is drawn before it is moved. */
  readonly stage: Size;
  readonly knots: readonly MotionKnot[];
}

/** Opacity on frame `frame` of the picture. */
export interface FadingKnot {
  readonly frame: number;
  readonly opacity: number;
}

type MovingClip = Exclude<PlainClip, { kind: "caption" }>;
const MOVING = ["x", "y", "scale", "rotationDeg"] as const satisfies readonly (keyof Pose)[];
/** How far a straight line may be from the curve: pixels of the frame, and shares of opacity. */
const TOLERANCE_PX = 0.05;
const TOLERANCE_OPACITY = 1 / 1024;
/** A stage holds at most this many frames' worth of pixels. */
const LARGEST_STAGE = 4;

interface Span {
  readonly startFrame: number;
  readonly endFrame: number;
  readonly rate: Rate;
}

function atFrame(clip: MovingClip, span: Span, frame: number): Flicks {
  return framesToFlicks(span.startFrame + frame, span.rate) - clip.start;
}

/** Frames at which a line has to end: around every key, because there a curve may break. */
function breaks(clip: MovingClip, fields: readonly (keyof Pose)[], span: Span): number[] {
  const last = span.endFrame - span.startFrame - 1;
  const frames = fields.flatMap((field) =>
    (clip.keys?.[field] ?? []).flatMap(({ at }) => {
      const near = flicksToFrameNearest(clip.start + at, span.rate) - span.startFrame;
      return [near - 1, near, near + 1];
    }),
  );
  return [...new Set([0, last, ...frames.filter((frame) => frame > 0 && frame < last)])].toSorted(
    (a, b) => a - b,
  );
}

/** Knots so that straight lines between them are never further than `far` allows. */
function straightened<T extends { readonly frame: number }>(
  ends: readonly number[],
  exact: (frame: number) => T,
  far: (wanted: T, from: T, to: T) => boolean,
): T[] {
  const knots: T[] = [];
  const add = (from: T, to: T) => {
    const length = to.frame - from.frame;
    const stride = Math.max(1, Math.floor(length / 16));
    for (let frame = from.frame + stride; frame < to.frame; frame += stride) {
      if (!far(exact(frame), from, to)) continue;
      const middle = exact(from.frame + Math.floor(length / 2));
      add(from, middle);
      add(middle, to);
      return;
    }
    knots.push(to);
  };
  const points = ends.map(exact);
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before === undefined) knots.push(point);
    else add(before, point);
  }
  return knots;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits)) + 0;
const between = (from: number, to: number, share: number) => from + (to - from) * share;

function knotAt(pose: Pose, frame: number, size: Size, stageScale: number): MotionKnot {
  const zoom = pose.scale / stageScale;
  const angle = (pose.rotationDeg * Math.PI) / 180;
  const [a, b] = [Math.cos(angle) / zoom, Math.sin(angle) / zoom];
  const [x, y] = [size.width * (0.5 + pose.x), size.height * (0.5 + pose.y)];
  return {
    frame,
    u: rounded(-a * x - b * y, 6),
    v: rounded(b * x - a * y, 6),
    a: rounded(a, 9),
    b: rounded(b, 9),
  };
}

function lineAt(from: MotionKnot, to: MotionKnot, frame: number): MotionKnot {
  const share = (frame - from.frame) / (to.frame - from.frame);
  return {
    frame,
    u: between(from.u, to.u, share),
    v: between(from.v, to.v, share),
    a: between(from.a, to.a, share),
    b: between(from.b, to.b, share),
  };
}

/** The largest scale of the clip within the span, on any of its frames that matter. */
function largestScale(clip: MovingClip, span: Span): number {
  const frames = breaks(clip, ["scale"], span);
  return Math.max(...frames.map((frame) => poseAt(clip, atFrame(clip, span, frame)).scale));
}

export function isMoving(clip: PlainClip): clip is MovingClip {
  if (clip.kind === "caption" || clip.keys === undefined) return false;
  const { keys } = clip;
  return MOVING.some((field) => keys[field] !== undefined);
}

/** How a clip with keys moves over its frames; `sourceAt1` is its picture's size at scale 1. */
export function motionOf(
  clip: MovingClip,
  span: Span,
  output: Size,
  sourceAt1: Size,
): { readonly motion: PlanMotion; readonly stageScale: number } {
  const room =
    (LARGEST_STAGE * output.width * output.height) / (sourceAt1.width * sourceAt1.height);
  const stageScale = Math.min(largestScale(clip, span), Math.sqrt(room));
  const side = (length: number) => Math.max(2, toEven(length * stageScale));
  const exact = (frame: number) =>
    knotAt(poseAt(clip, atFrame(clip, span, frame)), frame, output, stageScale);
  const far = (wanted: MotionKnot, from: MotionKnot, to: MotionKnot) => {
    const line = lineAt(from, to, wanted.frame);
    const [da, db] = [Math.abs(line.a - wanted.a), Math.abs(line.b - wanted.b)];
    const stretch = da * output.width + db * output.height;
    const off = Math.max(Math.abs(line.u - wanted.u), Math.abs(line.v - wanted.v)) + stretch;
    return off / Math.hypot(wanted.a, wanted.b) > TOLERANCE_PX;
  };
  const stage = { width: side(sourceAt1.width), height: side(sourceAt1.height) };
  const knots = straightened(breaks(clip, MOVING, span), exact, far);
  return { motion: { stage, knots }, stageScale };
}

/** How a clip's opacity changes by keys; null when it has none. */
export function fadingOf(clip: PlainClip, span: Span): FadingKnot[] | null {
  if (clip.kind === "caption" || clip.keys?.opacity === undefined) return null;
  const exact = (frame: number): FadingKnot => ({
    frame,
    opacity: rounded(poseAt(clip, atFrame(clip, span, frame)).opacity, 6),
  });
  return straightened(breaks(clip, ["opacity"], span), exact, (wanted, from, to) => {
    const share = (wanted.frame - from.frame) / (to.frame - from.frame);
    return Math.abs(between(from.opacity, to.opacity, share) - wanted.opacity) > TOLERANCE_OPACITY;
  });
}

/** The two knots around `frame`; the same one twice where nothing changes any more. */
function around<T extends { readonly frame: number }>(knots: readonly T[], frame: number): [T, T] {
  const next = knots.findIndex((knot) => knot.frame > frame);
  const from = knots.at(next === -1 ? -1 : Math.max(0, next - 1));
  if (from === undefined) throw new Error("a motion has knots");
  return [from, (next > 0 ? knots[next] : undefined) ?? from];
}

export function fadingAt(knots: readonly FadingKnot[], frame: number): number {
  const [from, to] = around(knots, frame);
  if (from === to) return from.opacity;
  return between(from.opacity, to.opacity, (frame - from.frame) / (to.frame - from.frame));
}

/** Where the stage lies on frame `frame` of the picture: its centre, its zoom, its angle. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly rotationDeg: number;
}

export function placementAt(motion: PlanMotion, frame: number): Placement {
  const [from, to] = around(motion.knots, frame);
  const { u, v, a, b } = from === to ? from : lineAt(from, to, frame);
  const square = a * a + b * b;
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return {
    x: (b * v - a * u) / square,
    y: (-b * u - a * v) / square,
    zoom: 1 / Math.sqrt(square),
    rotationDeg: (degrees + 360) % 360,
  };
}

/** The part of the stage that `crop` leaves, placed: before rotation about its own centre. */
export function placedPart(
  { stage }: PlanMotion,
  at: Placement,
  part: { readonly rect: PlanRect; readonly crop: PlanCrop | null },
): { rect: PlanRect; crop: PlanCrop | null } {
  const { rect, crop } = part;
  const [width, height] = [rect.width * at.zoom, rect.height * at.zoom];
  const dx = ((crop?.x ?? 0) + (rect.width - stage.width) / 2) * at.zoom;
  const dy = ((crop?.y ?? 0) + (rect.height - stage.height) / 2) * at.zoom;
  const angle = (at.rotationDeg * Math.PI) / 180;
  const x = at.x + dx * Math.cos(angle) - dy * Math.sin(angle) - width / 2;
  const y = at.y + dx * Math.sin(angle) + dy * Math.cos(angle) - height / 2;
  return {
    rect: { x, y, width, height },
    crop: crop && {
      fullWidth: crop.fullWidth * at.zoom,
      fullHeight: crop.fullHeight * at.zoom,
      x: crop.x * at.zoom,
      y: crop.y * at.zoom,
    },
  };
}

/** The knots that frames [from, to) depend on. */
export function knotsWithin<T extends { readonly frame: number }>(
  knots: readonly T[],
  from: number,
  to: number,
): readonly T[] {
  const first = Math.max(
    0,
    knots.findLastIndex((knot) => knot.frame <= from),
  );
  const after = knots.findIndex((knot) => knot.frame >= to - 1);
  return knots.slice(first, after === -1 ? knots.length : after + 1);
}
