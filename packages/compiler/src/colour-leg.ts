/** Full frames of one colour. */
import { frameBase, fraction } from "./graph.ts";
import type { LegContext } from "./picture-leg.ts";

export function backgroundLeg(context: LegContext, length: number): string {
  return colourLeg(context, context.plan.background, length);
}

/** `length` opaque yuv420p frames, BT.709 limited, pts 0, 1, 2... in the frame time base. */
export function colourLeg(context: LegContext, colour: string, length: number): string {
  const { plan } = context;
  const { y, u, v } = limitedBt709(colour);
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
