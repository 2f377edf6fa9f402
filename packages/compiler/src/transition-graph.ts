/** What transitions add to the graph: pushes, dips, and two full pictures becoming one. */
import { backgroundLeg, colourLeg } from "./colour-leg.ts";
import type { Ramp, Reveal } from "./envelope.ts";
import { maskStream } from "./mask-graph.ts";
import { rampFilters } from "./picture-leg.ts";
import type { LegContext, Window } from "./picture-leg.ts";
import type { PlanLayer, PlanPicture, PlanRect, PlanTransition, RenderPlan } from "./plan.ts";
import { isMask, isPush, pushDirection, pushExpression } from "./transitions.ts";
import type { PushKind } from "./transitions.ts";

/** The frame that `overlay` is at. Its own counter `n` is ahead by the frames it has buffered. */
function frameNow(plan: RenderPlan): string {
  return `floor(t*${plan.rate.n}/${plan.rate.d}+0.5)`;
}

/** Does a push ever move this picture? */
export function isPushed(layer: PlanLayer, picture: PlanPicture): boolean {
  return layer.transitions.some((one) => isPush(one.kind) && sideOf(one, picture) !== null);
}

/** Where a picture above others lies, pushes included. */
export function placeArgs(
  plan: RenderPlan,
  layer: PlanLayer,
  picture: PlanPicture,
  rect: PlanRect,
): string {
  const moved = movement(plan, layer, picture, frameNow(plan));
  return `x='${rect.x}${moved.x}':y='${rect.y}${moved.y}'`;
}

/** How far pushes move a picture on frame `n` of its window; null: none ever does. */
export function pushOf(
  plan: RenderPlan,
  layer: PlanLayer,
  picture: PlanPicture,
  window: Window,
): { readonly x: string; readonly y: string } | null {
  if (!isPushed(layer, picture)) return null;
  const { x, y } = movement(plan, layer, picture, `n+${window.fromFrame}`);
  return { x: `0${x}`, y: `0${y}` };
}

/** The terms that all pushes of a picture add to its place on output frame `frame`. */
function movement(plan: RenderPlan, layer: PlanLayer, picture: PlanPicture, frame: string) {
  let [x, y] = ["", ""];
  for (const { kind, startFrame, frameCount, ...ids } of layer.transitions) {
    if (!isPush(kind)) continue;
    const side = sideOf(ids, picture);
    if (side === null) continue;
    const moved = pushed(plan, { kind, frameCount, index: `${frame}-(${startFrame})` }, side);
    x += moved.x;
    y += moved.y;
  }
  return { x, y };
}

function sideOf(
  ids: Pick<PlanTransition, "leftClipId" | "rightClipId">,
  picture: PlanPicture,
): "left" | "right" | null {
  if (ids.leftClipId === picture.clipId) return "left";
  return ids.rightClipId === picture.clipId ? "right" : null;
}

/** The terms that a push adds to a position: the left picture leaves, the right one arrives. */
function pushed(
  plan: RenderPlan,
  push: { readonly kind: PushKind; readonly frameCount: number; readonly index: string },
  side: "left" | "right",
): { x: string; y: string } {
  const { x, y } = pushDirection(push.kind);
  const term = (direction: number, length: number) => {
    if (direction === 0) return "";
    const away = pushExpression(length, push.index, push.frameCount);
    const from = side === "right" ? -direction * length : 0;
    return `+(${from})+(${direction})*${away}`;
  };
  return { x: term(x, plan.width), y: term(y, plan.height) };
}

/** Full frames under a colour that comes or goes. */
export function dipped(
  context: LegContext,
  label: string,
  window: Window,
  dip: { readonly colour: string; readonly ramp: Ramp },
): string {
  const { graph } = context;
  const colour = colourLeg(context, dip.colour, window.toFrame - window.fromFrame);
  const ramp = ["format=yuva420p", ...rampFilters([dip.ramp], window, true)];
  return graph.chain([label, graph.chain([colour], ramp)], ["overlay=format=yuv420"]);
}

/** Full frames of two pictures in transition: the right one faded, uncovered or pushed in. */
export function joined(
  context: LegContext,
  [left, right]: readonly [string, string],
  window: Window,
  { kind, startFrame, frameCount }: PlanTransition,
): string {
  const { graph, plan } = context;
  if (isPush(kind)) {
    const push = { kind, frameCount, index: `${frameNow(plan)}+${window.fromFrame - startFrame}` };
    const lay = (beneath: string, label: string, side: "left" | "right") => {
      const { x, y } = pushed(plan, push, side);
      return graph.chain([beneath, label], [`overlay=x='0${x}':y='0${y}':format=yuv420`]);
    };
    const empty = backgroundLeg(context, window.toFrame - window.fromFrame);
    return lay(lay(empty, left, "left"), right, "right");
  }
  const opaque = graph.chain([right], ["format=yuva420p"]);
  const over = (label: string) => graph.chain([left, label], ["overlay=format=yuv420"]);
  if (isMask(kind)) {
    const reveal: Reveal = { kind, side: "right", startFrame, frameCount };
    return over(graph.chain([opaque, maskStream(context, reveal, window)], ["alphamerge"]));
  }
  const ramp: Ramp = { direction: "in", startFrame, frameCount };
  return over(graph.chain([opaque], rampFilters([ramp], window, true)));
}
