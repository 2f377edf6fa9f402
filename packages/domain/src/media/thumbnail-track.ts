/** Pictures of a film for a player's seek bar. */

/** A sheet of pictures at an even interval, row by row. */
export interface ThumbnailSheet {
  readonly url: string;
  readonly tile_width: number;
  readonly tile_height: number;
  readonly columns: number;
  readonly count: number;
  readonly interval_ms: number;
}

function timestamp(ms: number): string {
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, "0");
  const seconds = `${part((ms / 1_000) % 60, 2)}.${part(ms % 1_000, 3)}`;
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${seconds}`;
}

/**
 * The sheet as a WebVTT track of kind `metadata`: a cue for each picture, with its place as a
 * media fragment (W3C Media Fragments, `#xywh=`), as players read it. The last picture stands
 * until the film ends.
 */
export function thumbnailTrack(sheet: ThumbnailSheet, durationMs: number): string {
  const cues = Array.from({ length: sheet.count }, (_, index) => {
    const start = index * sheet.interval_ms;
    const end = index === sheet.count - 1 ? durationMs : start + sheet.interval_ms;
    const x = (index % sheet.columns) * sheet.tile_width;
    const y = Math.floor(index / sheet.columns) * sheet.tile_height;
    const place = [x, y, sheet.tile_width, sheet.tile_height].join(",");
    const until = timestamp(Math.max(end, start + 1));
    return `${timestamp(start)} --> ${until}\n${sheet.url}#xywh=${place}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}
