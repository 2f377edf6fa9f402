/** Pictures whose colours are worked out together with what lies beneath them. */
import type { BlendMode } from "@cutroom/timeline";
import { frameBase } from "./graph.ts";
import { insideFrame } from "./mask-graph.ts";
import type { Leg, LegContext, Window } from "./picture-leg.ts";

export type PlanBlend = Exclude<BlendMode, "normal">;

interface BlendFilter {
  /** FFmpeg's name (libavfilter/blend_modes.c of 5.1). */
  readonly mode: string;
  /** Which picture is FFmpeg's first input. */
  readonly first: "beneath" | "above";
}

/**
 * Each is CSS's mode of the same name but for black and white, where burning and dodging answer
 * otherwise; the live canvas follows FFmpeg.
 */
const FILTERS: Readonly<Record<PlanBlend, BlendFilter>> = {
  multiply: { mode: "multiply", first: "beneath" },
  darken: { mode: "darken", first: "beneath" },
  "color-burn": { mode: "burn", first: "above" },
  screen: { mode: "screen", first: "beneath" },
  lighten: { mode: "lighten", first: "beneath" },
  "color-dodge": { mode: "dodge", first: "above" },
  add: { mode: "addition", first: "beneath" },
  overlay: { mode: "overlay", first: "beneath" },
  "hard-light": { mode: "hardlight", first: "beneath" },
  difference: { mode: "difference", first: "beneath" },
  exclusion: { mode: "exclusion", first: "beneath" },
};

const TO_RGB = ["scale=in_color_matrix=bt709:in_range=tv", "format=gbrp"];
const FROM_RGB = ["scale=out_color_matrix=bt709:out_range=tv", "format=yuv420p"];

/** How far the picture is pushed on its frame `n`, as expressions; null: it lies still. */
export type Push = { readonly x: string; readonly y: string } | null;

/** The leg on clear frames of the output's size. */
function fullFrame({ graph, plan }: LegContext, leg: Leg, push: Push): string {
  const { rect } = leg;
  if (push === null) {
    const pad = `pad=${plan.width}:${plan.height}:${rect.x}:${rect.y}:black@0`;
    return graph.chain([leg.label], [pad]);
  }
  const [width, height] = [plan.width, plan.height];
  const pad = `pad=${3 * width}:${3 * height}:${width + rect.x}:${height + rect.y}:black@0`;
  const crop = `crop=${width}:${height}:x='${width}-(${push.x})':y='${height}-(${push.y})'`;
  return graph.chain([leg.label], [pad, crop]);
}

/**
 * `beneath` with the leg's pictures blended into its frames [window.fromFrame, window.toFrame).
 * Only those frames are worked on: the stream is cut there and joined again, so nothing waits.
 */
export function blended(
  context: LegContext,
  beneath: string,
  leg: Leg,
  at: { readonly window: Window; readonly blend: PlanBlend; readonly push: Push },
): string {
  const { graph, plan } = context;
  const { window, blend, push } = at;
  const inside = push === null ? insideFrame(context, leg) : leg;
  if (!inside) return beneath;
  const edges = [0, window.fromFrame, window.toFrame, plan.frameCount];
  const spans = edges.slice(1).map((to, index) => ({ from: edges[index] ?? 0, to }));
  const used = spans.filter(({ from, to }) => to > from);
  const copies = graph.split(beneath, used.length);
  const parts = used.map(({ from, to }, index) => {
    const copy = copies[index] ?? beneath;
    const trim = `trim=start_frame=${from}:end_frame=${to}`;
    const part = used.length === 1 ? copy : graph.chain([copy], [trim, "setpts=N"]);
    return from === window.fromFrame ? mixed(context, part, inside, { blend, push }) : part;
  });
  if (parts.length === 1) return parts[0] ?? beneath;
  const joint = [`concat=n=${parts.length}:v=1:a=0`, `settb=${frameBase(plan.rate)}`, "setpts=N"];
  return graph.chain(parts, joint);
}

function mixed(
  context: LegContext,
  beneath: string,
  leg: Leg,
  { blend, push }: { readonly blend: PlanBlend; readonly push: Push },
): string {
  const { graph } = context;
  const [base = beneath, under = beneath] = graph.split(beneath, 2);
  const full = fullFrame(context, leg, push);
  const [colour = full, alphaOf = full] = graph.split(full, 2);
  const above = graph.chain([colour], ["format=yuv420p", ...TO_RGB]);
  const below = graph.chain([under], TO_RGB);
  const { mode, first } = FILTERS[blend];
  const order = first === "beneath" ? [below, above] : [above, below];
  const blendedColour = graph.chain(order, [`blend=all_mode=${mode}`, ...FROM_RGB]);
  const alpha = graph.chain([alphaOf], ["alphaextract"]);
  const shown = graph.chain([blendedColour, alpha], ["alphamerge"]);
  return graph.chain([base, shown], ["overlay=format=yuv420"]);
}
