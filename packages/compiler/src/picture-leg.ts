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
import { toEven, turnedSize, visiblePart } from "./place.ts";
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
  const scaled = [shape.before, scaleFilter(input, shape.scaleTo), format, "setsar=1"];
  const draw = [...scaled, ...shape.cut].filter((filter) => filter !== "");
  const tones = toneFilters(picture.tones, alpha, context.fileOf);
  const frames = { offset: window.fromFrame - picture.startFrame, length };
  const course = courseOf(picture, frames);
  const graded = [...colourFilters(course, alpha), ...tones];
  const rest = [...shape.turn, ...graded, ...opacity];
  const shaped = picture.effects ?? picture.mask ?? picture.key ?? picture.looks;
  /** One chain, or with effects two and what lies between them. */
  const chain = (source: string, before: readonly string[], after: readonly string[]) => {
    const finish = { source, filters: [...before, ...after], rect: shape.rect };
    if (!shaped) return changingLeg(context, picture, window, finish);
    const drawn = before.length === 0 ? source : graph.chain([source], before);
    const label = effectLeg(context, drawn, course, { part: shape.part, alpha, frames });
    return changingLeg(context, picture, window, { ...finish, source: label, filters: after });
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
  return chain(source, [...draw, ...rest], select);
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
  readonly before: string;
  readonly scaleTo: { readonly width: number; readonly height: number } | null;
  /** Mirrors and crops. */
  readonly cut: string[];
  /** What of the shown picture there is then. */
  readonly part: Part;
  readonly turn: string[];
  readonly rect: PlanRect;
}

function legShape(context: LegContext, picture: PlanPicture, input: PictureInput): LegShape | null {
  const { plan } = context;
  if (input.kind === "title") {
    const rect = context.titleRects[input.id] ?? picture.rect;
    return { before: "", scaleTo: null, cut: [], part: { ...rect, whole: rect }, turn: [], rect };
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
  // A picture blown up far beyond the frame is cut in the source, or one frame could fill memory.
  const huge = full.width * full.height > 4 * plan.width * plan.height;
  const turned = turnFilters(part, rotationDeg);
  return {
    before: !whole && huge ? sourceCrop(unflipped(shown, full, picture), full) : "",
    scaleTo: huge ? part : full,
    cut: [
      ...(picture.flipX ? ["hflip"] : []),
      ...(picture.flipY ? ["vflip"] : []),
      ...(!whole && !huge ? [`crop=${shown.width}:${shown.height}:${shown.x}:${shown.y}`] : []),
    ],
    part: { ...part, whole: rect },
    turn: turned.filters,
    rect: turnedRect(part, rect, rotationDeg, turned.size),
  };
}

/** The shown part of the stage; `rect` is where that part lies on it. */
function movingShape({ rect, crop, flipX, flipY }: PlanPicture, { stage }: PlanMotion): LegShape {
  const shown = { ...rect, x: crop?.x ?? 0, y: crop?.y ?? 0 };
  const cut = `crop=${shown.width}:${shown.height}:${shown.x}:${shown.y}`;
  return {
    before: "",
    scaleTo: stage,
    cut: [...(flipX ? ["hflip"] : []), ...(flipY ? ["vflip"] : []), ...(crop ? [cut] : [])],
    part: { ...rect, x: 0, y: 0, whole: rect },
    turn: [],
    rect: shown,
  };
}

/** The same part of the picture before it is mirrored. */
function unflipped(
  part: PlanRect,
  full: { readonly width: number; readonly height: number },
  { flipX, flipY }: Pick<PlanPicture, "flipX" | "flipY">,
): PlanRect {
  return {
    ...part,
    x: flipX ? full.width - part.x - part.width : part.x,
    y: flipY ? full.height - part.y - part.height : part.y,
  };
}

function sourceCrop(
  part: PlanRect,
  full: { readonly width: number; readonly height: number },
): string {
  const width = `iw*${decimal(part.width / full.width)}`;
  const height = `ih*${decimal(part.height / full.height)}`;
  const x = `iw*${decimal(part.x / full.width)}`;
  return `crop=${width}:${height}:${x}:ih*${decimal(part.y / full.height)}`;
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

function turnFilters(part: PlanRect, rotationDeg: number) {
  const size = { width: part.width, height: part.height };
  const swapped = { width: part.height, height: part.width };
  if (rotationDeg === 0) return { filters: [], size };
  if (rotationDeg === 90) return { filters: ["transpose=1"], size: swapped };
  if (rotationDeg === 180) return { filters: ["hflip", "vflip"], size };
  if (rotationDeg === 270) return { filters: ["transpose=2"], size: swapped };
  const box = turnedSize(size, rotationDeg);
  const angle = decimal((rotationDeg * Math.PI) / 180);
  return { filters: [`rotate=a=${angle}:ow=${box.width}:oh=${box.height}:c=black@0`], size: box };
}

/** Does turning leave corners to see through? */
export function hasCorners(rotationDeg: number): boolean {
  return rotationDeg % 90 !== 0;
}

function turnedRect(
  part: PlanRect,
  rect: PlanRect,
  rotationDeg: number,
  size: { width: number; height: number },
): PlanRect {
  const angle = (rotationDeg * Math.PI) / 180;
  const dx = part.x + part.width / 2 - rect.width / 2;
  const dy = part.y + part.height / 2 - rect.height / 2;
  const centreX = rect.x + rect.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle);
  const centreY = rect.y + rect.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle);
  return { x: toEven(centreX - size.width / 2), y: toEven(centreY - size.height / 2), ...size };
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
