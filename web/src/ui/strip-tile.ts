/** One small picture of a sheet of them. */
import type { CSSProperties } from "react";

/** A sheet of pictures at an even interval, row by row. */
export interface Strip {
  readonly url: string;
  readonly tile_width: number;
  readonly tile_height: number;
  readonly columns: number;
  readonly count: number;
}

/** The tile of the sheet under `share` (0-1) of its time, as a CSS background. */
export function tileStyle(strip: Strip, share: number): CSSProperties {
  const index = Math.min(strip.count - 1, Math.floor(share * strip.count));
  const rows = Math.ceil(strip.count / strip.columns);
  const column = index % strip.columns;
  const row = Math.floor(index / strip.columns);
  const at = (position: number, count: number) => (count > 1 ? (position / (count - 1)) * 100 : 0);
  return {
    backgroundImage: `url("${strip.url}")`,
    backgroundSize: `${strip.columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${at(column, strip.columns)}% ${at(row, rows)}%`,
    aspectRatio: `${strip.tile_width} / ${strip.tile_height}`,
  };
}
