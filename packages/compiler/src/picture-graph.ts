/**
 * All layers to one yuv420p stream. The bottom layer is a chain of full opaque frames, so
 * plain cuts cost nothing but scaling; every picture above is laid over it for just its frames.
 */
import { drawOrder, drawnRamps, ownRamps } from "./envelope.ts";
import { frameBase, fraction } from "./graph.ts";
import { hasCorners, pictureInput, pictureLeg, rampFilters, windowOf } from "./picture-leg.ts";
import type { LegContext, Window } from "./picture-leg.ts";
import type { PlanLayer, PlanPicture, RenderPlan } from "./plan.ts";

/** Builds the picture side of the graph and gives the label of its end. */
export function pictureGraph(context: LegContext): string {
  const [bottom, ...upper] = context.plan.layers;
  let label = bottom
    ? bottomLayer(context, bottom)
    : backgroundLeg(context, context.plan.frameCount);
  for (const layer of upper) {
    for (const picture of drawOrder(context.plan, layer)) {
      label = overlayPicture(context, layer, picture, label);
    }
  }
  return label;
}

function overlayPicture(
  context: LegContext,
  layer: PlanLayer,
  picture: PlanPicture,
  beneath: string,
): string {
  const window = windowOf(context.plan, picture);
  const leg = window && pictureLeg(context, picture, window, true);
  if (!window || !leg) return beneath;
  const ramps = rampFilters(drawnRamps(context.plan, layer, picture), window, true);
  const timed = context.graph.chain([leg.label], [...ramps, `setpts=N+${window.fromFrame}`]);
  // Time stamps alone bound it: nothing before its first frame, `pass` after its last.
  return context.graph.chain(
    [beneath, timed],
    [`overlay=x=${leg.rect.x}:y=${leg.rect.y}:format=yuv420:eof_action=pass`],
  );
}

interface Piece extends Window {
  readonly left: PlanPicture | null;
  /** The picture that a crossfade leads to. */
  readonly right: PlanPicture | null;
  readonly rampStart: number;
  readonly rampFrames: number;
}

/** The bottom layer's frames in order: background, one picture, or two of them crossfading. */
function piecesOf(plan: RenderPlan, layer: PlanLayer): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece) => {
    const fromFrame = Math.max(0, piece.fromFrame);
    const toFrame = Math.min(plan.frameCount, piece.toFrame);
    if (toFrame > fromFrame) pieces.push({ ...piece, fromFrame, toFrame });
  };
  const plain = { right: null, rampStart: 0, rampFrames: 0 };
  let cursor = 0;
  for (const picture of layer.pictures) {
    if (picture.startFrame > cursor) {
      add({ fromFrame: cursor, toFrame: picture.startFrame, left: null, ...plain });
      cursor = picture.startFrame;
    }
    const joint = layer.transitions.find((one) => one.leftClipId === picture.clipId);
    const right = layer.pictures.find((one) => one.clipId === joint?.rightClipId);
    const alone = joint && right ? joint.startFrame : picture.endFrame;
    add({ fromFrame: cursor, toFrame: alone, left: picture, ...plain });
    cursor = Math.max(cursor, alone);
    if (!joint || !right) continue;
    const end = joint.startFrame + joint.frameCount;
    const ramp = { rampStart: joint.startFrame, rampFrames: joint.frameCount };
    add({ fromFrame: joint.startFrame, toFrame: end, left: picture, right, ...ramp });
    cursor = end;
  }
  add({ fromFrame: cursor, toFrame: plan.frameCount, left: null, ...plain });
  return pieces;
}

function bottomLayer(context: LegContext, layer: PlanLayer): string {
  const { graph, plan } = context;
  const pieces = piecesOf(plan, layer);
  const parts = new Map<string, string[]>();
  for (const picture of layer.pictures) {
    const used = pieces.filter((piece) => piece.left === picture || piece.right === picture);
    const window = windowOf(plan, picture);
    if (used.length === 0 || !window) continue;
    const leg = fullFrameLeg(context, picture, window);
    const copies = graph.split(leg, used.length);
    const cut = copies.map((copy, index) =>
      cutPart(context, copy, used[index], window, used.length),
    );
    parts.set(picture.clipId, cut);
  }
  const take = (picture: PlanPicture) => {
    const label = parts.get(picture.clipId)?.shift();
    if (label === undefined) throw new Error(`no frames left of ${picture.clipId}`);
    return label;
  };
  const labels = pieces.map((piece) => {
    if (!piece.left) return backgroundLeg(context, piece.toFrame - piece.fromFrame);
    const left = take(piece.left);
    if (!piece.right) return left;
    const ramp = {
      direction: "in" as const,
      startFrame: piece.rampStart,
      frameCount: piece.rampFrames,
    };
    const faded = ["format=yuva420p", ...rampFilters([ramp], piece, true)];
    const right = graph.chain([take(piece.right)], faded);
    return graph.chain([left, right], ["overlay=format=yuv420"]);
  });
  if (labels.length === 1 && labels[0] !== undefined) return labels[0];
  const joined = [`concat=n=${labels.length}:v=1:a=0`, `settb=${frameBase(plan.rate)}`, "setpts=N"];
  return graph.chain(labels, joined);
}

function cutPart(
  context: LegContext,
  label: string,
  piece: Window | undefined,
  window: Window,
  count: number,
): string {
  if (!piece || count === 1) return label;
  const from = piece.fromFrame - window.fromFrame;
  const to = piece.toFrame - window.fromFrame;
  return context.graph.chain([label], [`trim=start_frame=${from}:end_frame=${to}`, "setpts=N"]);
}

/** One picture of the bottom layer with the background around it, opaque, its fades done. */
function fullFrameLeg(context: LegContext, picture: PlanPicture, window: Window): string {
  const { graph, plan } = context;
  const input = pictureInput(plan, picture);
  const ramps = ownRamps(picture);
  const black = plan.background === "#000000";
  const solid =
    input.kind !== "title" &&
    !input.hasAlpha &&
    picture.opacity === 1 &&
    !hasCorners(picture.rotationDeg) &&
    (ramps.length === 0 || black);
  const leg = pictureLeg(context, picture, window, !solid);
  const length = window.toFrame - window.fromFrame;
  if (!leg) return backgroundLeg(context, length);
  const { rect } = leg;
  const fills =
    rect.x === 0 && rect.y === 0 && rect.width === plan.width && rect.height === plan.height;
  const inside =
    rect.x >= 0 &&
    rect.y >= 0 &&
    rect.x + rect.width <= plan.width &&
    rect.y + rect.height <= plan.height;
  if (solid && inside && (fills || isGrey(plan.background))) {
    const colour = plan.background.replace("#", "0x");
    const pad = fills ? [] : [`pad=${plan.width}:${plan.height}:${rect.x}:${rect.y}:${colour}`];
    const filters = [...pad, ...rampFilters(ramps, window, false)];
    return filters.length === 0 ? leg.label : graph.chain([leg.label], filters);
  }
  const alpha = ["format=yuva420p", ...rampFilters(ramps, window, true)];
  const faded = graph.chain([leg.label], alpha);
  const place = `overlay=x=${rect.x}:y=${rect.y}:format=yuv420`;
  return graph.chain([backgroundLeg(context, length), faded], [place]);
}

/** FFmpeg's own colour fills use BT.601, which agrees with BT.709 on greys only. */
function isGrey(colour: string): boolean {
  return colour.slice(1, 3) === colour.slice(3, 5) && colour.slice(3, 5) === colour.slice(5, 7);
}

function backgroundLeg(context: LegContext, length: number): string {
  const { plan } = context;
  const { y, u, v } = limitedBt709(plan.background);
  const fill = y === 16 && u === 128 && v === 128 ? [] : [`lutyuv=y=${y}:u=${u}:v=${v}`];
  return context.graph.chain(
    [],
    [
      `color=c=black:s=${plan.width}x${plan.height}:r=${fraction(plan.rate)}`,
      "trim=end_frame=1",
      "format=yuv420p",
      ...fill,
      "setsar=1",
      "tpad=stop_mode=clone:stop=-1",
      `settb=${frameBase(plan.rate)}`,
      "setpts=N",
      `fps=${fraction(plan.rate)}:round=near:start_time=0`,
      `trim=end_frame=${length}`,
    ],
  );
}

function limitedBt709(colour: string): { y: number; u: number; v: number } {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  const [r, g, b] = [channel(1), channel(3), channel(5)];
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return {
    y: Math.round(16 + 219 * luma),
    u: Math.round(128 + (224 * (b - luma)) / 1.8556),
    v: Math.round(128 + (224 * (r - luma)) / 1.5748),
  };
}
