import type { CompoundClip, Sequence } from "@cutroom/timeline";
import { type View, flicksToPx } from "../timeline/viewport-maths.ts";
import type { Box } from "./draw-filmstrip.ts";

const BAR_GAP_PX = 2;
const MOST_BAR_PX = 5;

/** Small bars for what lies inside a compound clip, track by track as in the timeline. */
export function drawCompound(
  ctx: CanvasRenderingContext2D,
  clip: CompoundClip,
  inside: Sequence,
  box: Box,
  { view, colour }: { readonly view: View; readonly colour: string },
): void {
  const filled = new Set(Object.values(inside.clips).map(({ trackId }) => trackId));
  const tracks = inside.trackOrder.filter((id) => filled.has(id));
  const room = (box.height * 0.6) / Math.max(1, tracks.length);
  const height = Math.min(MOST_BAR_PX, room - BAR_GAP_PX);
  if (height < 1) return;
  const bottom = box.y + box.height - BAR_GAP_PX;
  const shift = clip.start - clip.sourceStart;
  ctx.fillStyle = colour;
  for (const inner of Object.values(inside.clips)) {
    const lane = tracks.indexOf(inner.trackId);
    const from = Math.max(box.x, flicksToPx(view, inner.start + shift) + 1);
    const to = Math.min(
      box.x + box.width,
      flicksToPx(view, inner.start + inner.duration + shift) - 1,
    );
    if (to - from < 1) continue;
    ctx.fillRect(from, bottom - (lane + 1) * (height + BAR_GAP_PX), to - from, height);
  }
}
