/** The shape of a mask as FFmpeg draws it: one grey picture, or with keys one for every frame. */
import { decimal, frameBase } from "./graph.ts";
import { overRuns, valueOverRuns } from "./look-runs.ts";
import type { LookRun } from "./look-runs.ts";
import type { LegContext } from "./picture-leg.ts";
import type { Part } from "./effect-graph.ts";
import { maskPixels } from "./shape-mask.ts";
import type { PlanMask } from "./shape-mask.ts";

type Pixels = ReturnType<typeof maskPixels>;
type ValueOf = (of: (at: Pixels) => number) => string;

/** How far outside of the shape a pixel is, as `maskShare` works it out. */
function outsideExpression(
  shape: PlanMask["shape"],
  part: Part,
  valueOf: ValueOf,
  centre: { readonly x: string; readonly y: string; readonly half: number },
): string {
  const dx = `abs(${centre.x}+${valueOf((at) => part.x + centre.half - at.centreX)})`;
  const dy = `abs(${centre.y}+${valueOf((at) => part.y + centre.half - at.centreY)})`;
  const length = (x: string, y: string) => `sqrt((${x})*(${x})+(${y})*(${y}))`;
  const beyondX = `(${dx}-${valueOf((at) => at.halfWidth - at.radius)})`;
  const beyondY = `(${dy}-${valueOf((at) => at.halfHeight - at.radius)})`;
  return shape === "ellipse"
    ? `(${length(`${dx}/${valueOf((at) => at.halfWidth)}`, `${dy}/${valueOf((at) => at.halfHeight)}`)}-1)*${valueOf((at) => at.shorter)}`
    : `(${length(`max(0,${beyondX})`, `max(0,${beyondY})`)}+min(0,max(${beyondX},${beyondY}))-${valueOf((at) => at.radius)})`;
}

/** `maskShare` of a mask at rest, as an expression of X and Y. */
export function maskExpression(mask: PlanMask, part: Part): string {
  const at = maskPixels(mask, part.whole);
  const centre = { x: "X", y: "Y", half: 0.5 };
  const outside = outsideExpression(mask.shape, part, (of) => decimal(of(at)), centre);
  const share = `clip(0.5-${outside}/${decimal(at.feather)},0,1)`;
  return mask.invert ? `1-${share}` : share;
}

/** Pixels between the points at which a moving shape is worked out; between them it runs straight. */
const CELL = 4;
/** Pixels beyond a shape's soft edge for which distances are kept. */
const REACH = 8;
const MIDDLE = 128;
const HALF_RANGE = 127;

/** Levels of grey for a pixel of distance. */
const levelsPerPx = ({ feather }: Pixels) => HALF_RANGE / (feather / 2 + REACH);

/**
 * Grey frames for a mask that changes: distances from its edge on a coarse grid, since FFmpeg
 * takes long for every point of it, then made large and turned into shares by a table.
 */
export function changingMask(
  { graph, plan }: LegContext,
  runs: readonly LookRun[],
  { shape, invert }: Pick<PlanMask, "shape" | "invert">,
  part: Part,
): string {
  const pixelsOf = ({ mask }: LookRun): Pixels => {
    if (mask === undefined) throw new Error("a mask that changes is there throughout");
    return maskPixels(mask, part.whole);
  };
  // Kept in registers from the first point of each row on, or every point would look them up.
  const kept: string[] = [];
  const valueOf: ValueOf = (of) => {
    const value = valueOverRuns(runs, "N", (run) => decimal(of(pixelsOf(run))));
    if (!value.startsWith("if(")) return value;
    const register = kept.includes(value) ? kept.indexOf(value) : kept.push(value) - 1;
    return `ld(${register})`;
  };
  const [columns, rows] = [Math.ceil(part.width / CELL), Math.ceil(part.height / CELL)];
  const centre = { x: `${CELL}*X`, y: `${CELL}*Y`, half: CELL / 2 };
  const outside = outsideExpression(shape, part, valueOf, centre);
  const distance = `clip(floor(${MIDDLE}.5-${outside}*${valueOf(levelsPerPx)}),0,255)`;
  const keeping = kept.map((value, register) => `st(${register},${value})`).join("+");
  const first = kept.length === 0 ? "" : `0*if(eq(X,0),${keeping},0)+`;
  const shares = overRuns(runs, (run) => {
    const at = pixelsOf(run);
    const inside = `clip(127.5+(val-${MIDDLE})*${decimal(255 / (levelsPerPx(at) * at.feather))},0,255)`;
    return [`lut=c0='${invert ? `255-${inside}` : inside}+0.5'`];
  });
  return graph.chain(
    [],
    [
      `color=c=black:s=${columns}x${rows}:r=1`,
      "format=gray",
      "setsar=1",
      `settb=${frameBase(plan.rate)}`,
      "setpts=N",
      `trim=end_frame=${runs.at(-1)?.to ?? 1}`,
      `geq=lum='${first}${distance}'`,
      `scale=${columns * CELL}:${rows * CELL}:flags=bilinear+accurate_rnd+full_chroma_int+bitexact`,
      `crop=${part.width}:${part.height}:0:0`,
      ...shares,
    ],
  );
}
