import type { ProbeStream } from "./probe.ts";

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2));

/**
 * The size as a person sees it: square pixels, turned upright; even for moving pictures. The
 * side that would shrink is kept, so no line is lost.
 */
export function shownSize(
  stream: ProbeStream,
  pictureRotationDeg: number,
  isStill: boolean,
): { readonly width: number; readonly height: number } {
  const aspect = stream.sample_aspect_ratio ?? { n: 1, d: 1 };
  const ratio = isStill ? 1 : aspect.n / aspect.d;
  const width = (stream.width ?? 0) * Math.max(1, ratio);
  const height = (stream.height ?? 0) / Math.min(1, ratio);
  const turn = rotationOf(stream) || pictureRotationDeg;
  const isSideways = Math.abs(Math.round(turn / 90)) % 2 === 1;
  const [w, h] = isSideways ? [height, width] : [width, height];
  return isStill ? { width: w, height: h } : { width: even(w), height: even(h) };
}

/** From the display matrix; counter-clockwise, as ffprobe gives it. */
export function rotationOf(stream: ProbeStream): number {
  return stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0;
}
