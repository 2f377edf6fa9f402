import { type MediaClip, flicksToSeconds } from "@cutroom/timeline";
import { type Peaks, envelope } from "../media/peaks.ts";
import type { Box } from "./draw-filmstrip.ts";
import { sourceClock } from "./source-clock.ts";

/** Gain of the clip's sound at `offset` seconds from its start, fades and volume included. */
export function gainAt(clip: MediaClip, offsetSeconds: number): number {
  const { fadeIn, fadeOut, gainDb, muted } = clip.audio;
  if (muted || clip.frozen) return 0;
  const end = flicksToSeconds(clip.duration);
  const fadeInS = flicksToSeconds(fadeIn);
  const fadeOutS = flicksToSeconds(fadeOut);
  const into = fadeInS > 0 ? Math.min(1, offsetSeconds / fadeInS) : 1;
  const outOf = fadeOutS > 0 ? Math.min(1, (end - offsetSeconds) / fadeOutS) : 1;
  return Math.max(0, Math.min(into, outOf)) * 10 ** (gainDb / 20);
}

/** Speech is a tenth of full scale: drawn in proportion it would be a flat line. */
const LOUDNESS = 0.6;

/** The mirrored wave of what will be heard: real peaks, shaped by volume and fades. */
export function drawWaveform(
  ctx: CanvasRenderingContext2D,
  clip: MediaClip,
  peaks: Peaks,
  box: Box,
  look: {
    /** Which sound of the file. */
    readonly stream: number;
    readonly pxPerSecond: number;
    readonly fromX: number;
    readonly toX: number;
    readonly colour: string;
  },
): void {
  const middle = box.y + box.height / 2;
  const half = box.height / 2 - 1;
  const source = sourceClock(clip);
  const first = Math.max(Math.floor(box.x), Math.floor(look.fromX));
  const last = Math.min(Math.ceil(box.x + box.width), Math.ceil(look.toX));
  ctx.beginPath();
  for (let x = first; x < last; x += 1) {
    const offset = (x - box.x) / look.pxPerSecond;
    const [from, to] = [source(offset), source(offset + 1 / look.pxPerSecond)];
    const { low, high } = envelope(peaks, look.stream, Math.min(from, to), Math.max(from, to));
    const level = Math.min(1, Math.max(high, -low) * gainAt(clip, offset));
    const reach = level ** LOUDNESS * half;
    ctx.rect(x, middle - Math.max(0.5, reach), 1, Math.max(1, reach * 2));
  }
  ctx.fillStyle = look.colour;
  ctx.fill();
}
