import type { ClipMaking } from "../generation/clip-making.ts";
import type { Box } from "./draw-filmstrip.ts";
import { fitText } from "./fit-text.ts";
import type { Theme } from "./theme.ts";

const BAR_PX = 3;
const STRIPE_PX = 10;

/** Stripes where there is no picture yet, how far it is in words, and as a bar along the foot. */
export function drawMaking(
  ctx: CanvasRenderingContext2D,
  making: ClipMaking,
  box: Box,
  theme: Theme,
): void {
  ctx.strokeStyle = theme.shade;
  ctx.lineWidth = 3;
  ctx.beginPath();
  for (let x = box.x - box.height; x < box.x + box.width; x += STRIPE_PX) {
    ctx.moveTo(x, box.y + box.height);
    ctx.lineTo(x + box.height, box.y);
  }
  ctx.stroke();
  ctx.lineWidth = 1;
  if (making.percent !== null) {
    const y = box.y + box.height - BAR_PX;
    ctx.fillStyle = theme.scrim;
    ctx.fillRect(box.x, y, box.width, BAR_PX);
    ctx.fillStyle = theme.ink;
    ctx.fillRect(box.x, y, (box.width * making.percent) / 100, BAR_PX);
  }
  ctx.font = `500 11px ${theme.font}`;
  const left = Math.max(box.x, 0);
  const shown = fitText(ctx, making.text, box.x + box.width - left - 14);
  if (shown.text === "") return;
  const y = box.y + box.height / 2 + 3;
  ctx.fillStyle = theme.scrim;
  ctx.beginPath();
  ctx.roundRect(left + 3, y, shown.widthPx + 8, 15, 3);
  ctx.fill();
  ctx.textBaseline = "middle";
  ctx.fillStyle = making.failed ? theme.badOnScrim : theme.ink;
  ctx.fillText(shown.text, left + 7, y + 8);
}
