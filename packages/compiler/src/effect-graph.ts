/** Blur, sharpness, vignette and masks as FFmpeg draws them, on pictures before they are turned. */
import type { PlanEffects } from "./effects.ts";
import { SQUARE_UNIT } from "./chroma-key.ts";
import type { PlanKey } from "./chroma-key.ts";
import { decimal, frameBase } from "./graph.ts";
import { grainExpression, grainPlace, grainSheet } from "./grain.ts";
import type { PlanGrain } from "./grain.ts";
import type { LegContext } from "./picture-leg.ts";
import type { PlanPicture } from "./plan.ts";
import { maskPixels } from "./shape-mask.ts";
import type { PlanMask } from "./shape-mask.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest even radius that FFmpeg's box fits into a picture with. */
function fittingRadius(blurPx: number, { width, height }: Size): number {
  return Math.min(blurPx, 2 * Math.floor((Math.min(width, height) - 2) / 4));
}

function colourFilters({ blurPx, sharpen }: PlanEffects, size: Size): string[] {
  const radius = fittingRadius(blurPx, size);
  return [
    ...(radius > 0 ? [`boxblur=lr=${radius}:lp=3:cr=${radius / 2}:cp=3`] : []),
    ...(sharpen > 0 ? [`unsharp=5:5:${decimal(sharpen)}:5:5:0`] : []),
  ];
}

/** The shown picture, and which part of it the pictures are. */
export interface Part extends Size {
  readonly x: number;
  readonly y: number;
  readonly whole: Size;
}

const plainFrame = (format: string, { width, height }: Size) => [
  `color=c=black:s=${width}x${height}:r=1`,
  "trim=end_frame=1",
  `format=${format}`,
  "setsar=1",
];

/** One grey frame, `share` (0 to 1) being an expression of X and Y. */
function greyFrame({ graph }: LegContext, share: string, part: Part): string {
  return graph.chain([], [...plainFrame("gray", part), `geq=lum='floor(255*(${share})+0.5)'`]);
}

/** Black whose alpha grows to `strength` in the corners. */
function vignetteFrame(context: LegContext, strength: number, part: Part): string {
  const side = (at: string, from: number, length: number) => {
    const share = `((2*(${at}+${from})+1-${length})/${length})`;
    return `${share}*${share}`;
  };
  // The square of the distance as a share of a corner's: see `vignetteShare`.
  const { width, height } = part.whole;
  const square = `((${side("X", part.x, width)}+${side("Y", part.y, height)})/2)`;
  const alpha = greyFrame(context, `${decimal(strength)}*${square}*${square}`, part);
  const black = context.graph.chain([], plainFrame("yuv420p", part));
  return context.graph.chain([black, alpha], ["alphamerge"]);
}

/** The frames of a leg that begins with frame `offset` of its picture. */
interface LegFrames {
  readonly offset: number;
  readonly length: number;
}

/** `label`'s pictures with grain on their light; their colours stay. */
function grained(
  { graph, plan }: LegContext,
  label: string,
  grain: PlanGrain,
  { part, frames }: { readonly part: Part; readonly frames: LegFrames },
): string {
  const { columns, rows, width, height } = grainSheet(grain, part.width, part.height);
  const at = grainPlace(`n+${frames.offset}`);
  const sheet = graph.chain(
    [],
    [
      ...plainFrame("yuv420p", { width: columns, height: rows }),
      `geq=lum='${grainExpression(grain)}':cb=128:cr=128`,
      ...(grain.cellPx > 1 ? [`scale=${width}:${height}`] : []),
      "tpad=stop_mode=clone:stop=-1",
      `settb=${frameBase(plan.rate)}`,
      "setpts=N",
      `trim=end_frame=${frames.length}`,
      `crop=${part.width}:${part.height}:'${at.x}':'${at.y}'`,
    ],
  );
  const onLight = "blend=c0_mode=overlay:c1_mode=normal:c2_mode=normal";
  return graph.chain([label, sheet], [onLight]);
}

/** `maskShare` as FFmpeg works it out. */
function maskExpression(mask: PlanMask, part: Part): string {
  const at = maskPixels(mask, part.whole);
  const dx = `abs(X+${decimal(part.x + 0.5 - at.centreX)})`;
  const dy = `abs(Y+${decimal(part.y + 0.5 - at.centreY)})`;
  const length = (x: string, y: string) => `sqrt((${x})*(${x})+(${y})*(${y}))`;
  const beyondX = `(${dx}-${decimal(at.halfWidth - at.radius)})`;
  const beyondY = `(${dy}-${decimal(at.halfHeight - at.radius)})`;
  const outside =
    mask.shape === "ellipse"
      ? `(${length(`${dx}/${decimal(at.halfWidth)}`, `${dy}/${decimal(at.halfHeight)}`)}-1)*${decimal(at.shorter)}`
      : `(${length(`max(0,${beyondX})`, `max(0,${beyondY})`)}+min(0,max(${beyondX},${beyondY}))-${decimal(at.radius)})`;
  const share = `clip(0.5-${outside}/${decimal(at.feather)},0,1)`;
  return mask.invert ? `1-${share}` : share;
}

/** Grey pictures of what the key leaves: tables of each chroma plane, added, and a table of that. */
function keyed(
  { graph }: LegContext,
  label: string,
  key: PlanKey,
  { width, height }: Part,
): string {
  const [cb = label, cr = label] = graph.split(label, 2);
  const squares = [
    { plane: "u", of: cb, value: key.cb },
    { plane: "v", of: cr, value: key.cr },
  ].map(({ plane, of, value }) => {
    const square = `clip((val-${value})*(val-${value})/${SQUARE_UNIT}+0.5,0,255)`;
    return graph.chain([of], [`extractplanes=${plane}`, `lut=c0='${square}'`]);
  });
  const share = `clip(255*(sqrt(${SQUARE_UNIT}*val)-${key.near})/${key.soft}+0.5,0,255)`;
  const table = [`blend=all_mode=addition`, `lut=c0='${share}'`, `scale=${width}:${height}`];
  return graph.chain(squares, table);
}

/**
 * The pictures of `label` (yuv420p, or yuva420p as `alpha` says, which they stay) with the
 * effects on their colours, and their alpha softened by a blur and cut by the mask.
 */
export function effectLeg(
  context: LegContext,
  label: string,
  { effects, mask, key }: Pick<PlanPicture, "effects" | "mask" | "key">,
  how: { readonly part: Part; readonly alpha: boolean; readonly frames: LegFrames },
): string {
  const { part, alpha } = how;
  const { graph } = context;
  const copies = alpha ? graph.split(label, key ? 3 : 2) : [label];
  const [picture = label, alphaOf = label, keyOf = label] = copies;
  const plain = [
    ...(alpha ? ["format=yuv420p"] : []),
    ...(effects ? colourFilters(effects, part) : []),
  ];
  let coloured = plain.length === 0 ? picture : graph.chain([picture], plain);
  if (effects && effects.vignette > 0) {
    const shade = vignetteFrame(context, effects.vignette, part);
    coloured = graph.chain([coloured, shade], ["overlay=format=yuv420:eof_action=repeat"]);
  }
  if (effects?.grain) coloured = grained(context, coloured, effects.grain, how);
  if (!alpha) return coloured;
  const radius = fittingRadius(effects?.blurPx ?? 0, part);
  const soft = radius > 0 ? [`boxblur=lr=${radius}:lp=3`] : [];
  let shown = graph.chain([alphaOf], ["alphaextract", ...soft]);
  if (key) {
    const left = keyed(context, graph.chain([keyOf], ["format=yuv420p"]), key, part);
    shown = graph.chain([shown, left], ["blend=all_mode=multiply"]);
  }
  if (mask) {
    const shape = greyFrame(context, maskExpression(mask, part), part);
    shown = graph.chain([shown, shape], ["blend=all_mode=multiply"]);
  }
  return graph.chain([coloured, shown], ["alphamerge"]);
}
