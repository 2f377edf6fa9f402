import { type Flicks, type Marker, type Rate, FLICKS_PER_SECOND } from "@cutroom/timeline";
import { formatTimecode } from "@cutroom/timeline";
import { type View, flicksToPx, rulerStep } from "../timeline/viewport-maths.ts";
import type { Theme } from "./theme.ts";

/** Ticks, times and markers; the end of the project is where the ground changes. */
export function drawRuler(
  ctx: CanvasRenderingContext2D,
  scene: {
    readonly view: View;
    readonly heightPx: number;
    readonly fps: Rate;
    readonly duration: Flicks;
    readonly markers: readonly Marker[];
  },
  theme: Theme,
): void {
  const { view, heightPx, fps } = scene;
  ctx.clearRect(0, 0, view.widthPx, heightPx);
  const endX = flicksToPx(view, scene.duration);
  if (endX > 0) {
    ctx.fillStyle = theme.hairline;
    ctx.fillRect(0, heightPx - 2, Math.min(endX, view.widthPx), 2);
  }
  const { major, parts } = rulerStep(view.pxPerSecond, fps);
  const last = view.scrollFlicks + (view.widthPx / view.pxPerSecond) * FLICKS_PER_SECOND;
  ctx.font = `400 11px ${theme.font}`;
  ctx.textBaseline = "middle";
  for (let at = Math.floor(view.scrollFlicks / major) * major; at <= last; at += major) {
    const x = Math.round(flicksToPx(view, at));
    ctx.fillStyle = theme.outline;
    ctx.fillRect(x, heightPx - 9, 1, 9);
    for (let part = 1; part < parts; part += 1) {
      ctx.fillRect(Math.round(flicksToPx(view, at + (major * part) / parts)), heightPx - 5, 1, 5);
    }
    ctx.fillStyle = theme.quiet;
    ctx.fillText(formatTimecode(at, fps), x + 4, heightPx / 2 - 1);
  }
  for (const marker of scene.markers) {
    const x = flicksToPx(view, marker.at);
    if (x < -8 || x > view.widthPx + 8) continue;
    ctx.fillStyle = marker.colour;
    ctx.beginPath();
    ctx.moveTo(x - 5, 2);
    ctx.lineTo(x + 5, 2);
    ctx.lineTo(x + 5, 9);
    ctx.lineTo(x, 14);
    ctx.lineTo(x - 5, 9);
    ctx.closePath();
    ctx.fill();
  }
}
