/** From one file to the frames of one picture: select, scale, turn, fade. */
import { feedsOf, holdFrames, turnedRound } from "./frame-feed.ts";
import { decimal } from "./graph.ts";
import type { Graph } from "./graph.ts";
import { inputOf } from "./envelope.ts";
import { effectLeg } from "./effect-graph.ts";
import type { Part } from "./effect-graph.ts";
import { colourFilters } from "./look.ts";
import { courseOf } from "./look-runs.ts";
import { fadedLeg, motionFilters } from "./motion-graph.ts";
import type { PlanMotion } from "./motion.ts";
import type { Ramp } from "./envelope.ts";
import { turnedRect, turnedSize, visiblePart } from "./place.ts";
import type { PlanInput, PlanPicture, PlanRect, RenderPlan } from "./plan.ts";
import { toneFilters } from "./tones.ts";

export interface LegContext {
  readonly graph: Graph;
  readonly plan: RenderPlan;
  readonly open: (input: PlanInput, options: readonly string[]) => number;
  /** The checked name of a file that a filter reads. */
  readonly fileOf: (id: string) => string;
  readonly titleRects: Readonly<Record<string, PlanRect>>;
}

/** Output frames, half-open, inside the plan. */
export interface Window {
  readonly fromFrame: number;
  readonly toFrame: number;
}

/** Frames with pts 0, 1, 2... in the frame time base, and where to lay them. */
export interface Leg {
  readonly label: string;
  readonly rect: PlanRect;
}

type PictureInput = Exclude<PlanInput, { kind: "audio" }>;

export function pictureInput(plan: RenderPlan, picture: PlanPicture): PictureInput {
  const input = inputOf(plan, picture.inputId);
  if (input.kind === "audio") throw new Error(`${picture.clipId} draws a sound`);
  return input;
}

/** The frames of the plan on which the picture is on screen; null when none. */
export function windowOf(plan: RenderPlan, picture: PlanPicture): Window | null {
  const fromFrame = Math.max(0, picture.startFrame);
  const toFrame = Math.min(plan.frameCount, picture.endFrame);
  return toFrame > fromFrame ? { fromFrame, toFrame } : null;
}

/**
 * The picture's frames over `window` without fades. `alpha` asks for yuva420p, else yuv420p.
 * Null when the picture lies wholly outside the frame.
 */
export function pictureLeg(
  context: LegContext,
  picture: PlanPicture,
  window: Window,
  alpha: boolean,
): Leg | null {
  const { plan, graph } = context;
  const input = pictureInput(plan, picture);
  const shape = legShape(context, picture, input);
  if (!shape) return null;
  const length = window.toFrame - window.fromFrame;
  const format = `format=${alpha ? "yuva420p" : "yuv420p"}`;
  const opacity = alpha && picture.opacity < 1 ? [`lutyuv=a=val*${decimal(picture.opacity)}`] : [];
  const scaled = [scaleFilter(input, shape.scaleTo), format, "setsar=1"];
  const draw = [...scaled, ...shape.cut];
  const tones = toneFilters(picture.tones, alpha, context.fileOf);
  const frames = { offset: window.fromFrame - picture.startFrame, length };
  const course = courseOf(picture, frames);
  const graded = [...colourFilters(course, alpha), ...tones];
  const rest = [...graded, ...opacity];
  const shaped = picture.effects ?? picture.mask ?? picture.key ?? picture.looks;
  /** One chain, or with effects two and what lies between them. */
  const chain = (source: string, before: readonly string[], after: readonly string[]) => {
    const finish = { source, filters: [...before, ...after], rect: shape.rect };
    if (!shaped && shape.turnDeg === 0) return changingLeg(context, picture, window, finish);
    const drawn = before.length === 0 ? source : graph.chain([source], before);
    const label = shaped
      ? effectLeg(context, drawn, course, { part: shape.part, alpha, frames })
      : drawn;
    const turned = turnedLeg(context, label, shape);
    return changingLeg(context, picture, window, { ...finish, source: turned, filters: after });
  };
  if (input.kind !== "video") {
    const index = context.open(input, ["-an", "-sn", "-dn"]);
    const hold = holdFrames(plan, "N", length);
    // What changes from frame to frame needs the frames first.
    return picture.effects?.grain || picture.looks
      ? chain(`${index}:v:0`, [...draw, ...hold], rest)
      : chain(`${index}:v:0`, draw, [...rest, ...hold]);
  }
  const fed = feedsOf(plan, picture, input, window).map(({ args, select, decimates }) => ({
    source: `${context.open(input, args)}:v:0`,
    select,
    decimates,
  }));
  const [feed] = fed;
  // Turned round at the size it is drawn at.
  if (picture.reversed || !feed) return chain(turnedRound(graph, plan, fed, draw), [], rest);
  const { source, select } = feed;
  // Scale whichever is fewer: decoded frames or output frames. Effects need the frames' own times.
  if (feed.decimates) return chain(source, [...select, ...draw], rest);
  if (shaped) return chain(source, [...draw, ...select], rest);
  return chain(source, draw, [...rest, ...select]);
}

/** The leg with what changes from frame to frame: its movement, then its opacity. */
function changingLeg(
  context: LegContext,
  picture: PlanPicture,
  window: Window,
  drawn: { readonly source: string; readonly filters: readonly string[]; readonly rect: PlanRect },
): Leg {
  const { plan, graph } = context;
  const offset = window.fromFrame - picture.startFrame;
  const { motion, fading } = picture;
  const moved = motion ? motionFilters(context, motion, drawn.rect, offset) : [];
  const filters = [...drawn.filters, ...moved];
  const label = filters.length === 0 ? drawn.source : graph.chain([drawn.source], filters);
  const whole = { x: 0, y: 0, width: plan.width, height: plan.height };
  const rect = motion ? whole : drawn.rect;
  if (!fading) return { label, rect };
  return { label: fadedLeg(context, label, fading, { ...window, offset, size: rect }), rect };
}

interface LegShape {
  readonly scaleTo: { readonly width: number; readonly height: number } | null;
  /** Mirrors and crops. */
  readonly cut: string[];
  /** What of the shown picture there is then. */
  readonly part: Part;
  /** Then it is turned so far, clockwise. */
  readonly turnDeg: number;
  readonly rect: PlanRect;
}

function legShape(context: LegContext, picture: PlanPicture, input: PictureInput): LegShape | null {
  const { plan } = context;
  if (input.kind === "title") {
    const rect = context.titleRects[input.id] ?? picture.rect;
    return { scaleTo: null, cut: [], part: { ...rect, whole: rect }, turnDeg: 0, rect };
  }
  if (picture.motion) return movingShape(picture, picture.motion);
  const { rect, rotationDeg } = picture;
  const part = visiblePart(rect, rotationDeg, plan);
  if (!part) return null;
  const full = picture.crop
    ? { width: picture.crop.fullWidth, height: picture.crop.fullHeight }
    : { width: rect.width, height: rect.height };
  // The visible part in pixels of the whole picture, as mirrored.
  const shown = { ...part, x: part.x + (picture.crop?.x ?? 0), y: part.y + (picture.crop?.y ?? 0) };
  const whole = shown.width === full.width && shown.height === full.height;
  const mirrors = [...(picture.flipX ? ["hflip"] : []), ...(picture.flipY ? ["vflip"] : [])];
  const huge = full.width * full.height > MOST_FRAMES * plan.width * plan.height;
  const { scaleTo, cut } =
    huge && !whole
      ? cutBetween(shown, full, plan)
      : { scaleTo: full, cut: whole ? [] : [cropOf(shown)] };
  return {
    scaleTo,
    cut: [...mirrors, ...cut],
    part: { ...part, whole: rect },
    turnDeg: rotationDeg,
    rect: turnedRect(part, rect, rotationDeg),
  };
}

/** So many frames' pixels may one picture have. */
const MOST_FRAMES = 4;
/** Pixels that a scaler reads beyond the part that it is asked for. */
const REACH = 4;

const cropOf = ({ x, y, width, height }: PlanRect) => `crop=${width}:${height}:${x}:${y}`;

/**
 * A picture blown up far beyond the frame could fill memory with one of its frames: it is scaled
 * some of the way, cut around what shows of it, and only that is scaled further. What is cut lies on
 * even pixels, so that the picture lies within a pixel of where it would without the cut.
 */
function cutBetween(
  shown: PlanRect,
  full: { readonly width: number; readonly height: number },
  frame: { readonly width: number; readonly height: number },
): Pick<LegShape, "scaleTo" | "cut"> {
  const excess = (full.width * full.height) / (MOST_FRAMES * frame.width * frame.height);
  const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));
  const axis = (at: number, length: number, whole: number) => {
    const size = even(whole / Math.sqrt(excess));
    const factor = whole / size;
    const from = 2 * Math.floor(Math.max(0, at / factor - REACH) / 2);
    const to = Math.min(size, 2 * Math.ceil(((at + length) / factor + REACH) / 2));
    const scaled = Math.max(even((to - from) * factor), length);
    const offset = Math.min(Math.max(0, 2 * Math.round((at - from * factor) / 2)), scaled - length);
    return { size, from, length: to - from, scaled, offset };
  };
  const x = axis(shown.x, shown.width, full.width);
  const y = axis(shown.y, shown.height, full.height);
  return {
    scaleTo: { width: x.size, height: y.size },
    cut: [
      cropOf({ x: x.from, y: y.from, width: x.length, height: y.length }),
      `scale=w=${x.scaled}:h=${y.scaled}`,
      cropOf({ ...shown, x: x.offset, y: y.offset }),
    ],
  };
}

/** The shown part of the stage; `rect` is where that part lies on it. */
function movingShape({ rect, crop, flipX, flipY }: PlanPicture, { stage }: PlanMotion): LegShape {
  const shown = { ...rect, x: crop?.x ?? 0, y: crop?.y ?? 0 };
  return {
    scaleTo: stage,
    cut: [
      ...(flipX ? ["hflip"] : []),
      ...(flipY ? ["vflip"] : []),
      ...(crop ? [cropOf(shown)] : []),
    ],
    part: { ...rect, x: 0, y: 0, whole: rect },
    turnDeg: 0,
    rect: shown,
  };
}

function scaleFilter(input: PictureInput, size: LegShape["scaleTo"]): string {
  const options = size ? [`w=${size.width}`, `h=${size.height}`] : [];
  if (input.kind === "video") {
    if (input.matrix !== "bt709" || input.range !== "tv") {
      options.push(`in_color_matrix=${input.matrix}`, `in_range=${input.range}`);
      options.push("out_color_matrix=bt709", "out_range=tv");
    }
  } else {
    options.push("out_color_matrix=bt709", "out_range=tv");
  }
  return `scale=${options.join(":")}`;
}

const TURNS: Readonly<Record<number, readonly string[]>> = {
  90: ["transpose=1"],
  180: ["hflip", "vflip"],
  270: ["transpose=2"],
};
/** Clear pixels around a picture's alpha, which is smooth at its edges once it is turned. */
const RIM = 2;

/**
 * `label`'s pictures, turned. FFmpeg goes on with the outermost pixels for a pixel and a half and
 * ends there without a blend: right for colours, whose place the alpha says, and not for alpha.
 */
function turnedLeg({ graph }: LegContext, label: string, { part, turnDeg }: LegShape): string {
  if (turnDeg === 0) return label;
  const turn = TURNS[turnDeg];
  if (turn !== undefined) return graph.chain([label], turn);
  const box = turnedSize(part, turnDeg);
  const angle = decimal((turnDeg * Math.PI) / 180);
  const rotate = `rotate=a=${angle}:ow=${box.width}:oh=${box.height}:c=black@0`;
  const [picture = label, alphaOf = label] = graph.split(label, 2);
  const rim = `pad=${part.width + 2 * RIM}:${part.height + 2 * RIM}:${RIM}:${RIM}:black@0`;
  const alpha = graph.chain([alphaOf], [rim, rotate, "alphaextract"]);
  return graph.chain([graph.chain([picture], ["format=yuv420p", rotate]), alpha], ["alphamerge"]);
}

/** Does turning leave corners to see through? */
export function hasCorners(rotationDeg: number): boolean {
  return rotationDeg % 90 !== 0;
}

/**
 * Fades for frames [window.fromFrame, ...). `fade` cannot begin before its stream does, so a
 * window that opens inside a ramp gets as many copies of its first frame put before it, and
 * loses them after the ramp.
 */
export function rampFilters(ramps: readonly Ramp[], window: Window, alpha: boolean): string[] {
  const active = ramps.filter((ramp) =>
    ramp.direction === "in"
      ? ramp.startFrame + ramp.frameCount > window.fromFrame
      : ramp.startFrame < window.toFrame,
  );
  if (active.length === 0) return [];
  const lead = Math.max(0, ...active.map((ramp) => window.fromFrame - ramp.startFrame));
  const fades = active.map((ramp) => {
    const start = ramp.startFrame - window.fromFrame + lead;
    return `fade=t=${ramp.direction}:s=${start}:n=${ramp.frameCount}${alpha ? ":alpha=1" : ""}`;
  });
  if (lead === 0) return fades;
  return [`tpad=start=${lead}:start_mode=clone`, ...fades, `trim=start_frame=${lead}`, "setpts=N"];
}
