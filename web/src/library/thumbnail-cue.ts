/** The part of a sheet of pictures that a cue of a thumbnail track names. */
export interface ThumbnailPlace {
  readonly url: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Reads `sheet.jpg#xywh=x,y,w,h` (W3C Media Fragments, pixels); null for any other text. */
export function readThumbnailCue(text: string): ThumbnailPlace | null {
  const parts = /^(\S+)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec(text.trim());
  if (parts === null) return null;
  const [, url = "", ...numbers] = parts;
  const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
  return width > 0 && height > 0 ? { url, x, y, width, height } : null;
}
