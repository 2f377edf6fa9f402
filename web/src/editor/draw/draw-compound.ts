import type { CompoundClip, MediaClip, Sequence } from "@cutroom/timeline";
import type { ClipMedia } from "../media/clip-media.ts";
import { type View, flicksToPx } from "../timeline/viewport-maths.ts";
import { type Box, drawFilmstrip } from "./draw-filmstrip.ts";

const BAR_GAP_PX = 2;
const MOST_BAR_PX = 5;

/** What lies inside a compound clip. */
export interface Inside {
  readonly sequence: Sequence;
  /** The films and pictures that it shows, those in front first, with what is loaded of them. */
  readonly pictures: readonly { readonly clip: MediaClip; readonly media: ClipMedia }[];
}

/** Every film's strip in its place; where one is over another, what is behind: mostly the picture. */
function drawPictures(
  ctx: CanvasRenderingContext2D,
  pictures: Inside["pictures"],
  box: Box,
  view: View,
): void {
  const range = { pxPerSecond: view.pxPerSecond, fromX: 0, toX: view.widthPx };
  for (const { clip, media } of pictures) {
    const x = flicksToPx(view, clip.start);
    const width = flicksToPx(view, clip.start + clip.duration) - x;
    if (x > view.widthPx || x + width < 0) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, box.y, width, box.height);
    ctx.clip();
    drawFilmstrip(ctx, clip, media, { ...box, x, width }, range);
    ctx.restore();
  }
}

/** The strips of its films, and below them small bars for all of it, track by track as in the timeline. */
export function drawCompound(
  ctx: CanvasRenderingContext2D,
  clip: CompoundClip,
  { sequence, pictures }: Inside,
  box: Box,
  { view, colour }: { readonly view: View; readonly colour: string },
): void {
  const inner = Object.values(sequence.clips);
  const filled = new Set(inner.map(({ trackId }) => trackId));
  const tracks = sequence.trackOrder.filter((id) => filled.has(id));
  const room = (box.height * 0.6) / Math.max(1, tracks.length);
  const height = Math.min(MOST_BAR_PX, room - BAR_GAP_PX);
  const bars = height < 1 ? 0 : tracks.length * (height + BAR_GAP_PX) + BAR_GAP_PX;
  drawPictures(ctx, pictures, { ...box, height: box.height - bars }, view);
  if (bars === 0) return;
  const bottom = box.y + box.height - BAR_GAP_PX;
  const shift = clip.start - clip.sourceStart;
  ctx.fillStyle = colour;
  for (const { trackId, start, duration } of inner) {
    const lane = tracks.indexOf(trackId);
    const from = Math.max(box.x, flicksToPx(view, start + shift) + 1);
    const to = Math.min(box.x + box.width, flicksToPx(view, start + duration + shift) - 1);
    if (to - from < 1) continue;
    ctx.fillRect(from, bottom - (lane + 1) * (height + BAR_GAP_PX), to - from, height);
  }
}
