/** Blur, sharpness, vignette and masks as FFmpeg draws them, on pictures before they are turned. */
import { SQUARE_UNIT } from "./chroma-key.ts";
import type { PlanKey } from "./chroma-key.ts";
import { decimal, frameBase } from "./graph.ts";
import { grainExpression, grainOf, grainPlace, grainSheet } from "./grain.ts";
import { overRuns } from "./look-runs.ts";
import type { LegFrames, LookCourse, LookRun } from "./look-runs.ts";
import type { LegContext } from "./picture-leg.ts";
import { changingMask, maskExpression } from "./shape-graph.ts";

/** What of a mask keys may change. */
const MASK_FIELDS = [
  "maskX",
  "maskY",
  "maskWidth",
  "maskHeight",
  "maskRound",
  "maskFeather",
] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest radius that FFmpeg's box fits into a picture with. */
function fittingRadius(blurPx: number, { width, height }: Size): number {
  return Math.min(blurPx, 2 * Math.floor((Math.min(width, height) - 2) / 4));
}

/** `planes` of a radius. */
function blurFilters(
  runs: readonly LookRun[],
  size: Size,
  planes: (radius: number) => string,
): string[] {
  return overRuns(runs, ({ effects }) => {
    const radius = fittingRadius(effects?.blurPx ?? 0, size);
    return radius > 0 ? [`boxblur=${planes(radius)}`] : [];
  });
}

const ALL_PLANES = (radius: number) => `lr=${radius}:lp=3:cr=${Math.floor(radius / 2)}:cp=3`;
const ONE_PLANE = (radius: number) => `lr=${radius}:lp=3`;

function sharpenFilters(runs: readonly LookRun[]): string[] {
  return overRuns(runs, ({ effects }) => {
    const sharpen = effects?.sharpen ?? 0;
    return sharpen > 0 ? [`unsharp=5:5:${decimal(sharpen)}:5:5:0`] : [];
  });
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

/** One frame, as often as the leg has frames. */
const repeated = ({ plan }: LegContext, length: number) => [
  "tpad=stop_mode=clone:stop=-1",
  `settb=${frameBase(plan.rate)}`,
  "setpts=N",
  `trim=end_frame=${length}`,
];

/** `label`'s pictures, darker in the corners. */
function shaded(context: LegContext, label: string, course: LookCourse, how: LegShape): string {
  const { graph } = context;
  const { part, frames } = how;
  const strengthOf = ({ effects }: LookRun) => effects?.vignette ?? 0;
  const changing = course.changes("vignette");
  const strength = changing ? 1 : strengthOf(course.runs[0]);
  if (strength === 0) return label;
  const frame = vignetteFrame(context, strength, part);
  const shares = overRuns(course.runs, (run) => [`lutyuv=a='val*${decimal(strengthOf(run))}+0.5'`]);
  const shade = changing
    ? graph.chain([frame], [...repeated(context, frames.length), ...shares])
    : frame;
  return graph.chain([label, shade], ["overlay=format=yuv420:eof_action=repeat"]);
}

/** `label`'s pictures with grain on their light; their colours stay. */
function grained(context: LegContext, label: string, course: LookCourse, how: LegShape): string {
  const { graph, plan } = context;
  const { part, frames } = how;
  const changing = course.changes("grain");
  // A sheet that changes is the strongest one, with less of it.
  const grain = changing ? grainOf(1, plan.height) : course.runs[0].effects?.grain;
  if (!grain) return label;
  const levels = overRuns(course.runs, ({ effects }) => {
    const share = (effects?.grain?.amount ?? 0) / grain.amount;
    return [`lutyuv=y='128.5+(val-128)*${decimal(share)}'`];
  });
  const { columns, rows, width, height } = grainSheet(grain, part.width, part.height);
  const at = grainPlace(`n+${frames.offset}`);
  const sheet = graph.chain(
    [],
    [
      ...plainFrame("yuv420p", { width: columns, height: rows }),
      `geq=lum='${grainExpression(grain)}':cb=128:cr=128`,
      ...(grain.cellPx > 1 ? [`scale=${width}:${height}`] : []),
      ...repeated(context, frames.length),
      `crop=${part.width}:${part.height}:'${at.x}':'${at.y}'`,
      ...(changing ? levels : []),
    ],
  );
  const onLight = "blend=c0_mode=overlay:c1_mode=normal:c2_mode=normal";
  return graph.chain([label, sheet], [onLight]);
}

/** Grey pictures of what the key leaves: tables of each chroma plane, added, and a table of that. */
function keyed(
  { graph }: LegContext,
  label: string,
  { runs }: LookCourse,
  { cb, cr }: PlanKey,
  { width, height }: Part,
): string {
  const [blue = label, red = label] = graph.split(label, 2);
  const squares = [
    { plane: "u", of: blue, value: cb },
    { plane: "v", of: red, value: cr },
  ].map(({ plane, of, value }) => {
    const square = `clip((val-${value})*(val-${value})/${SQUARE_UNIT}+0.5,0,255)`;
    return graph.chain([of], [`extractplanes=${plane}`, `lut=c0='${square}'`]);
  });
  const shares = overRuns(runs, ({ key }) => {
    const share = `clip(255*(sqrt(${SQUARE_UNIT}*val)-${key?.near ?? 0})/${key?.soft ?? 1}+0.5,0,255)`;
    return [`lut=c0='${share}'`];
  });
  return graph.chain(squares, [`blend=all_mode=addition`, ...shares, `scale=${width}:${height}`]);
}

/** Which part of the picture a leg is, and which frames of it. */
interface LegShape {
  readonly part: Part;
  readonly alpha: boolean;
  readonly frames: LegFrames;
}

/**
 * The pictures of `label` (yuv420p, or yuva420p as `how.alpha` says, which they stay) with the
 * effects on their colours, and their alpha softened by a blur and cut by the mask.
 */
export function effectLeg(
  context: LegContext,
  label: string,
  course: LookCourse,
  how: LegShape,
): string {
  const { part, alpha } = how;
  const { graph } = context;
  const { runs } = course;
  const { mask, key } = runs[0];
  const copies = alpha ? graph.split(label, key ? 3 : 2) : [label];
  const [picture = label, alphaOf = label, keyOf = label] = copies;
  const blur = blurFilters(runs, part, ALL_PLANES);
  const plain = [...(alpha ? ["format=yuv420p"] : []), ...blur, ...sharpenFilters(runs)];
  let coloured = plain.length === 0 ? picture : graph.chain([picture], plain);
  coloured = grained(context, shaded(context, coloured, course, how), course, how);
  if (!alpha) return coloured;
  const soft = blurFilters(runs, part, ONE_PLANE);
  let shown = graph.chain([alphaOf], ["alphaextract", ...soft]);
  if (key) {
    const left = keyed(context, graph.chain([keyOf], ["format=yuv420p"]), course, key, part);
    shown = graph.chain([shown, left], ["blend=all_mode=multiply"]);
  }
  if (mask) {
    const shape = course.changes(...MASK_FIELDS)
      ? changingMask(context, runs, mask, part)
      : greyFrame(context, maskExpression(mask, part), part);
    shown = graph.chain([shown, shape], ["blend=all_mode=multiply"]);
  }
  return graph.chain([coloured, shown], ["alphamerge"]);
}
