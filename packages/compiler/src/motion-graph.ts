/** Movement and changing opacity as FFmpeg draws them. */
import { decimal, fraction, frameBase } from "./graph.ts";
import type { FadingKnot, PlanMotion } from "./motion.ts";
import type { LegContext, Window } from "./picture-leg.ts";
import type { PlanRect } from "./plan.ts";

interface Point {
  readonly frame: number;
  readonly value: number;
}

/** Straight lines through `points` at the frame that `index` stands for, held at both ends. */
function lines(points: readonly Point[], index: string): string {
  const [first, ...rest] = points;
  if (first === undefined) throw new Error("a motion has knots");
  const pieces = [{ until: first.frame, text: decimal(first.value) }];
  let from = first;
  for (const to of rest) {
    const slope = (to.value - from.value) / (to.frame - from.frame);
    const rise = slope === 0 ? "" : `+(${index}-${from.frame})*(${slope.toFixed(12)})`;
    pieces.push({ until: to.frame, text: `${decimal(from.value)}${rise}` });
    from = to;
  }
  pieces.push({ until: Number.POSITIVE_INFINITY, text: decimal(from.value) });
  return choice(pieces, index);
}

function choice(pieces: readonly { until: number; text: string }[], index: string): string {
  const middle = Math.floor(pieces.length / 2);
  const before = pieces[middle - 1];
  if (before === undefined) return pieces[0]?.text ?? "0";
  const low = choice(pieces.slice(0, middle), index);
  const high = choice(pieces.slice(middle), index);
  return low === high ? low : `if(lt(${index},${before.until}),${low},${high})`;
}

function indexFrom(counter: string, offset: number): string {
  return offset === 0 ? counter : `(${counter}${offset < 0 ? "" : "+"}${offset})`;
}

/** Clear pixels around the picture: what lies beyond its edge is a copy of them. */
const RIM = 2;

/**
 * Filters that take the shown part of the stage, `part`, and give frames of the output's size
 * with the picture where it is on each. `offset`: the picture's frame that comes first.
 */
export function motionFilters(
  context: LegContext,
  motion: PlanMotion,
  part: PlanRect,
  offset: number,
): string[] {
  const { plan } = context;
  const width = Math.max(plan.width, part.width + 2 * RIM);
  const height = Math.max(plan.height, part.height + 2 * RIM);
  // The stage's centre among the padded part's pixels, whose centres are half a pixel in.
  const centreX = RIM - part.x + motion.stage.width / 2 - 0.5;
  const centreY = RIM - part.y + motion.stage.height / 2 - 0.5;
  const index = indexFrom("on", offset - 1);
  const corner = (x: number, y: number): [string, string] => {
    const at = (value: (knot: PlanMotion["knots"][number]) => number) =>
      lines(
        motion.knots.map((knot) => ({ frame: knot.frame, value: value(knot) })),
        index,
      );
    return [
      at(({ u, a, b }) => centreX + u + a * (x + 0.5) + b * (y + 0.5)),
      at(({ v, a, b }) => centreY + v - b * (x + 0.5) + a * (y + 0.5)),
    ];
  };
  const corners = [corner(0, 0), corner(width, 0), corner(0, height), corner(width, height)];
  const places = corners.map(([x, y], at) => `x${at}='${x}':y${at}='${y}'`);
  const cut = width > plan.width || height > plan.height;
  return [
    `pad=${width}:${height}:${RIM}:${RIM}:black@0`,
    `perspective=interpolation=cubic:sense=source:eval=frame:${places.join(":")}`,
    ...(cut ? [`crop=${plan.width}:${plan.height}:0:0`] : []),
  ];
}

/** The pictures of `label`, of size `size`, with their alpha times the knots' opacity. */
export function fadedLeg(
  context: LegContext,
  label: string,
  fading: readonly FadingKnot[],
  at: Window & { readonly offset: number; readonly size: Pick<PlanRect, "width" | "height"> },
): string {
  const { graph, plan } = context;
  const points = fading.map(({ frame, opacity }) => ({ frame, value: opacity }));
  const grey = lines(points, indexFrom("N", at.offset));
  const mask = graph.chain(
    [],
    [
      `color=c=black:s=2x2:r=${fraction(plan.rate)}`,
      "format=gray",
      "setsar=1",
      `settb=${frameBase(plan.rate)}`,
      "setpts=N",
      `trim=end_frame=${at.toFrame - at.fromFrame}`,
      `geq=lum='floor(255*(${grey})+0.5)'`,
      `scale=${at.size.width}:${at.size.height}`,
    ],
  );
  return multipliedAlpha(context, label, mask);
}

/** `label`'s pictures with their alpha times the grey ones of `mask`. */
export function multipliedAlpha({ graph }: LegContext, label: string, mask: string): string {
  const [picture = label, alphaOf = label] = graph.split(label, 2);
  const alpha = graph.chain([alphaOf], ["alphaextract"]);
  const product = graph.chain([alpha, mask], ["blend=all_mode=multiply"]);
  return graph.chain([picture, product], ["alphamerge"]);
}
