import { type Clip, MAX_RAMP_PERCENT, MIN_RAMP_PERCENT, speedPercentAt } from "@cutroom/timeline";
import type { Box } from "./draw-filmstrip.ts";
import type { Theme } from "./theme.ts";

const STEP_PX = 3;
const INSET_PX = 4;

/** How high in its clip a speed is drawn, from 0 at the bottom: normal speed is in the middle. */
export function speedHeight(percent: number): number {
  return Math.log(percent / MIN_RAMP_PERCENT) / Math.log(MAX_RAMP_PERCENT / MIN_RAMP_PERCENT);
}

/** The clip's ramp as a line over it; what is out of sight is not drawn. */
export function drawRamp(
  ctx: CanvasRenderingContext2D,
  clip: Clip,
  box: Box,
  view: { readonly widthPx: number; readonly theme: Theme },
): void {
  if (clip.kind !== "media" || clip.speedKeys === undefined || box.width < 8) return;
  const [from, to] = [Math.max(0, -box.x), Math.min(box.width, view.widthPx - box.x)];
  const height = box.height - 2 * INSET_PX;
  ctx.beginPath();
  for (let x = from; x <= to; x += STEP_PX) {
    const percent = speedPercentAt(clip.speedKeys, (x / box.width) * clip.duration);
    ctx.lineTo(box.x + x, box.y + INSET_PX + height * (1 - speedHeight(percent)));
  }
  // Dark under light, so that it is seen over any picture.
  ctx.lineJoin = "round";
  for (const [colour, width] of [
    [view.theme.ground, 3.5],
    [view.theme.ink, 1.5],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
  }
}
