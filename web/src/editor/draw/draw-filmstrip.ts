import type { MediaClip } from "@cutroom/timeline";
import type { ClipMedia } from "../media/clip-media.ts";
import { sourceClock } from "./source-clock.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Index of the tile that shows the source at `sourceSeconds`. */
export function tileAt(
  sourceSeconds: number,
  strip: { readonly interval_ms: number; readonly count: number },
): number {
  const index = Math.floor((sourceSeconds * 1_000) / strip.interval_ms);
  return Math.max(0, Math.min(strip.count - 1, index));
}

/**
 * Fills the box with tiles from its left edge, each showing the frame at its own left edge.
 * Only tiles between `fromX` and `toX` are drawn.
 */
export function drawFilmstrip(
  ctx: CanvasRenderingContext2D,
  clip: MediaClip,
  media: ClipMedia,
  box: Box,
  view: { readonly pxPerSecond: number; readonly fromX: number; readonly toX: number },
): void {
  if (media.sprite !== null) {
    const { image, strip } = media.sprite;
    const tileWidth = Math.max(8, (box.height * strip.tile_width) / strip.tile_height);
    const source = sourceClock(clip);
    const first = Math.max(0, Math.floor((view.fromX - box.x) / tileWidth));
    const last = Math.ceil((Math.min(view.toX, box.x + box.width) - box.x) / tileWidth);
    for (let tile = first; tile < last; tile += 1) {
      const index = tileAt(source((tile * tileWidth) / view.pxPerSecond), strip);
      const column = index % strip.columns;
      const line = Math.floor(index / strip.columns);
      ctx.drawImage(
        image,
        column * strip.tile_width,
        line * strip.tile_height,
        strip.tile_width,
        strip.tile_height,
        box.x + tile * tileWidth,
        box.y,
        tileWidth + 0.5,
        box.height,
      );
    }
    return;
  }
  if (media.still === null) return;
  const { naturalWidth, naturalHeight } = media.still;
  if (naturalHeight === 0) return;
  const tileWidth = Math.max(8, (box.height * naturalWidth) / naturalHeight);
  const first = Math.max(0, Math.floor((view.fromX - box.x) / tileWidth));
  const last = Math.ceil((Math.min(view.toX, box.x + box.width) - box.x) / tileWidth);
  for (let tile = first; tile < last; tile += 1) {
    ctx.drawImage(media.still, box.x + tile * tileWidth, box.y, tileWidth + 0.5, box.height);
  }
}
