import { type Flicks, type Marker, type Rate, FLICKS_PER_SECOND } from "@cutroom/timeline";
import { formatTimecode, framesToFlicks } from "@cutroom/timeline";
import { type View, flicksToPx, rulerStep } from "../timeline/viewport-maths.ts";
import type { Range } from "../state/range.ts";
import { frameRuns } from "./frame-runs.ts";
import type { Theme } from "./theme.ts";

/**
 * Ticks, times and markers; the line along the foot ends with the project, and is green where
 * exact pictures are ready.
 */
export function drawRuler(
  ctx: CanvasRenderingContext2D,
  scene: {
    readonly view: View;
    readonly heightPx: number;
    readonly fps: Rate;
    readonly duration: Flicks;
    readonly markers: readonly Marker[];
    readonly range: Range | null;
    readonly looping: boolean;
    readonly exactFrames: readonly number[];
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
  ctx.fillStyle = theme.good;
  for (const [first, end] of frameRuns(scene.exactFrames)) {
    const left = flicksToPx(view, framesToFlicks(first, fps));
    const right = flicksToPx(view, framesToFlicks(end, fps));
    ctx.fillRect(left, heightPx - 2, Math.max(2, right - left), 2);
  }
  drawRange(ctx, scene, theme);
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
  drawMarkers(ctx, scene, theme);
}

/** The marked range, between two brackets; a line along its foot says that it loops. */
function drawRange(
  ctx: CanvasRenderingContext2D,
  scene: {
    readonly view: View;
    readonly heightPx: number;
    readonly range: Range | null;
    readonly looping: boolean;
  },
  theme: Theme,
): void {
  const { view, heightPx, range } = scene;
  if (range === null) return;
  const left = Math.max(-4, flicksToPx(view, range.startFlicks));
  const right = Math.min(view.widthPx + 4, flicksToPx(view, range.endFlicks));
  if (right <= left) return;
  ctx.fillStyle = theme.accentSoft;
  ctx.fillRect(left, 0, right - left, heightPx);
  ctx.fillStyle = theme.accent;
  ctx.fillRect(left, 0, 2, heightPx);
  ctx.fillRect(right - 2, 0, 2, heightPx);
  ctx.fillRect(left, 0, 6, 2);
  ctx.fillRect(right - 6, 0, 6, 2);
  if (scene.looping) ctx.fillRect(left, heightPx - 2, right - left, 2);
}

const FLAG_MAX_PX = 160;
const FLAG_PAD_PX = 4;

/** The words that fit, with an ellipsis when some do not; nothing when hardly any would. */
function fitted(ctx: CanvasRenderingContext2D, words: string, roomPx: number): string {
  if (ctx.measureText(words).width <= roomPx) return words;
  for (let length = words.length - 1; length > 1; length -= 1) {
    const part = `${words.slice(0, length).trimEnd()}…`;
    if (ctx.measureText(part).width <= roomPx) return part;
  }
  return "";
}

/** Flags with their notes; a flag ends where the next one begins. */
function drawMarkers(
  ctx: CanvasRenderingContext2D,
  scene: { readonly view: View; readonly markers: readonly Marker[] },
  theme: Theme,
): void {
  const { view } = scene;
  const places = scene.markers
    .map((marker) => ({ marker, x: flicksToPx(view, marker.at) }))
    .toSorted((a, b) => a.x - b.x);
  ctx.font = `500 10px ${theme.font}`;
  for (const [index, { marker, x }] of places.entries()) {
    if (x < -FLAG_MAX_PX || x > view.widthPx + 8) continue;
    const room = Math.min(FLAG_MAX_PX, (places[index + 1]?.x ?? Number.POSITIVE_INFINITY) - x - 2);
    const named = marker.note === undefined ? marker.name : `${marker.name} \u00b6`;
    const words = fitted(ctx, named, room - 2 * FLAG_PAD_PX);
    const width = words === "" ? 6 : ctx.measureText(words).width + 2 * FLAG_PAD_PX;
    ctx.fillStyle = marker.colour;
    ctx.fillRect(x, 1, 1.5, 22);
    ctx.beginPath();
    ctx.roundRect(x, 1, width, 13, [0, 3, 3, 0]);
    ctx.fill();
    ctx.fillStyle = theme.onMarker;
    ctx.fillText(words, x + FLAG_PAD_PX, 8);
  }
}
