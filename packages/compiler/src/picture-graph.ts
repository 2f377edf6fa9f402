/**
 * All layers to one yuv420p stream. The bottom layer is a chain of full opaque frames, so
 * plain cuts cost nothing but scaling; every picture above is laid over it for just its frames.
 */
import { blended } from "./blend-graph.ts";
import { backgroundLeg } from "./colour-leg.ts";
import { changes, dipRamps, drawOrder, drawnRamps, ownRamps, revealsOf } from "./envelope.ts";
import type { Ramp } from "./envelope.ts";
import { frameBase } from "./graph.ts";
import { insideFrame, maskedLeg } from "./mask-graph.ts";
import { hasCorners, pictureInput, pictureLeg, rampFilters, windowOf } from "./picture-leg.ts";
import type { LegContext, Window } from "./picture-leg.ts";
import type { PlanLayer, PlanPicture, PlanTransition, RenderPlan } from "./plan.ts";
import { dipped, isPushed, joined, placeArgs, pushOf } from "./transition-graph.ts";
import { dipColour, isDip } from "./transitions.ts";

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
  const whole = window && pictureLeg(context, picture, window, true);
  if (!window || !whole) return beneath;
  const framed = isPushed(layer, picture) ? insideFrame(context, whole) : whole;
  const leg = framed && maskedLeg(context, framed, revealsOf(context.plan, layer, picture), window);
  if (!leg) return beneath;
  const ramps = rampFilters(drawnRamps(context.plan, layer, picture), window, true);
  if (picture.blend !== undefined) {
    const label = ramps.length === 0 ? leg.label : context.graph.chain([leg.label], ramps);
    const push = pushOf(context.plan, layer, picture, window);
    return blended(context, beneath, { ...leg, label }, { window, blend: picture.blend, push });
  }
  const timed = context.graph.chain([leg.label], [...ramps, `setpts=N+${window.fromFrame}`]);
  // Time stamps alone bound it: nothing before its first frame, `pass` after its last.
  return context.graph.chain(
    [beneath, timed],
    [`overlay=${placeArgs(context.plan, layer, picture, leg.rect)}:format=yuv420:eof_action=pass`],
  );
}

interface Piece extends Window {
  readonly left: PlanPicture | null;
  /** The picture that a transition leads to, and that transition. */
  readonly joint: { readonly right: PlanPicture; readonly transition: PlanTransition } | null;
  /** A colour over the left picture. */
  readonly dip: { readonly colour: string; readonly ramp: Ramp } | null;
}

/** The two halves of a dip, each one picture under a colour that comes or goes. */
function dipPieces(left: PlanPicture, right: PlanPicture, transition: PlanTransition): Piece[] {
  if (!isDip(transition.kind)) return [];
  const colour = dipColour(transition.kind);
  const ramps = dipRamps(transition);
  const half = ramps.in.startFrame;
  const end = transition.startFrame + transition.frameCount;
  const covering: Ramp = { ...ramps.out, direction: "in" };
  const leaving: Ramp = { ...ramps.in, direction: "out" };
  return [
    {
      fromFrame: transition.startFrame,
      toFrame: half,
      left,
      joint: null,
      dip: { colour, ramp: covering },
    },
    { fromFrame: half, toFrame: end, left: right, joint: null, dip: { colour, ramp: leaving } },
  ];
}

/** The bottom layer's frames in order: background, one picture, or two of them in transition. */
function piecesOf(plan: RenderPlan, layer: PlanLayer): Piece[] {
  const pieces: Piece[] = [];
  const add = (piece: Piece) => {
    const fromFrame = Math.max(0, piece.fromFrame);
    const toFrame = Math.min(plan.frameCount, piece.toFrame);
    if (toFrame > fromFrame) pieces.push({ ...piece, fromFrame, toFrame });
  };
  const plain = { joint: null, dip: null };
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
    if (isDip(joint.kind)) for (const half of dipPieces(picture, right, joint)) add(half);
    else {
      const both = { right, transition: joint };
      add({ fromFrame: joint.startFrame, toFrame: end, left: picture, joint: both, dip: null });
    }
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
    const used = pieces.filter((piece) => piece.left === picture || piece.joint?.right === picture);
    const window = windowOf(plan, picture);
    if (used.length === 0 || !window) continue;
    const leg = fullFrameLeg(context, picture, window);
    const copies = graph.split(leg, used.length);
    const cut = copies.map((copy, index) => cutPart(context, copy, used[index], window));
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
    if (piece.dip) return dipped(context, left, piece, piece.dip);
    if (!piece.joint) return left;
    return joined(context, [left, take(piece.joint.right)], piece, piece.joint.transition);
  });
  if (labels.length === 1 && labels[0] !== undefined) return labels[0];
  const joint = [`concat=n=${labels.length}:v=1:a=0`, `settb=${frameBase(plan.rate)}`, "setpts=N"];
  return graph.chain(labels, joint);
}

function cutPart(
  context: LegContext,
  label: string,
  piece: Window | undefined,
  window: Window,
): string {
  if (!piece) return label;
  const from = piece.fromFrame - window.fromFrame;
  const to = piece.toFrame - window.fromFrame;
  if (from === 0 && to === window.toFrame - window.fromFrame) return label;
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
    !changes(picture) &&
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
