/** One frame of a clip, small: what its filmstrip or its still has, without decoding anything. */
import type { Asset } from "@cutroom/contracts";
import { type Flicks, type MediaClip, flicksToSeconds } from "@cutroom/timeline";
import { tileAt } from "../draw/draw-filmstrip.ts";
import { sourceClock } from "../draw/source-clock.ts";
import type { ClipMedia } from "./clip-media.ts";

export interface ClipPicture {
  /** The same for the same frame of the same file. */
  readonly key: string;
  readonly image: OffscreenCanvas;
}

/** Longest side of a copy; filmstrips are about as large. */
const MOST_PX = 240;

interface Cut {
  readonly key: string;
  readonly image: CanvasImageSource;
  readonly from: { readonly x: number; readonly y: number };
  readonly size: { readonly width: number; readonly height: number };
}

/** Where the frame at `offset` after the clip's start is; null until it is loaded. */
export function cutOf(asset: Asset, clip: MediaClip, media: ClipMedia, offset: Flicks): Cut | null {
  const { sprite, still } = media;
  if (sprite !== null) {
    const { image, strip } = sprite;
    const index = tileAt(sourceClock(clip)(flicksToSeconds(offset)), strip);
    const size = { width: strip.tile_width, height: strip.tile_height };
    const x = (index % strip.columns) * size.width;
    const y = Math.floor(index / strip.columns) * size.height;
    return { key: `${asset.id}:${index}`, image, from: { x, y }, size };
  }
  if (still === null || still.naturalHeight === 0) return null;
  const size = { width: still.naturalWidth, height: still.naturalHeight };
  return { key: asset.id, image: still, from: { x: 0, y: 0 }, size };
}

/** The frame by itself; null where the browser draws nothing. */
export function copyOf({ key, image, from, size }: Cut): ClipPicture | null {
  const scale = Math.min(1, MOST_PX / Math.max(size.width, size.height));
  const [width, height] = [size.width, size.height].map((px) =>
    Math.max(1, Math.round(px * scale)),
  );
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext("2d");
  if (context === null) return null;
  context.drawImage(
    image,
    from.x,
    from.y,
    size.width,
    size.height,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  return { key, image: canvas };
}
