/**
 * What an MP4 says of itself, read from its boxes alone: enough to know that a file that was
 * fetched is whole and is a film, before anybody stores it as one. ISO/IEC 14496-12.
 */
export interface Mp4Outline {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  readonly frames: number;
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const HEADER = 8;
const LARGE_HEADER = 16;

function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}

/** The boxes between two offsets; null when one of them is longer than what is there. */
function boxesOf(view: DataView, from: number, to: number): readonly Box[] | null {
  const boxes: Box[] = [];
  for (let at = from; at < to;) {
    if (to - at < HEADER) return null;
    const short = view.getUint32(at);
    const isLarge = short === 1;
    if (isLarge && to - at < LARGE_HEADER) return null;
    const size = isLarge ? Number(view.getBigUint64(at + HEADER)) : short === 0 ? to - at : short;
    const start = at + (isLarge ? LARGE_HEADER : HEADER);
    if (size < start - at || at + size > to) return null;
    boxes.push({ type: typeAt(view, at + 4), start, end: at + size });
    at += size;
  }
  return boxes;
}

function find(view: DataView, within: Box, ...path: readonly string[]): Box | null {
  let box: Box | null = within;
  for (const type of path) {
    const parts: readonly Box[] = boxesOf(view, box.start, box.end) ?? [];
    box = parts.find((part) => part.type === type) ?? null;
    if (box === null) return null;
  }
  return box;
}

/** Milliseconds by a media header: its clock and length, in the old layout or the long one. */
function durationOf(view: DataView, { start, end }: Box): number {
  const isLong = view.getUint8(start) === 1;
  if (end - start < (isLong ? 32 : 20)) return 0;
  const timescale = view.getUint32(start + (isLong ? 20 : 12));
  const length = isLong ? Number(view.getBigUint64(start + 24)) : view.getUint32(start + 16);
  return timescale === 0 ? 0 : Math.round((length * 1_000) / timescale);
}

function readTrack(view: DataView, track: Box): Mp4Outline | null {
  const header = find(view, track, "tkhd");
  const clock = find(view, track, "mdia", "mdhd");
  const handler = find(view, track, "mdia", "hdlr");
  const samples = find(view, track, "mdia", "minf", "stbl", "stsz");
  if (header === null || clock === null || handler === null || samples === null) return null;
  if (handler.end - handler.start < 12 || typeAt(view, handler.start + 8) !== "vide") return null;
  if (header.end - header.start < HEADER || samples.end - samples.start < 12) return null;
  // Both are 16.16 fixed-point numbers at the end of the box.
  const width = view.getUint32(header.end - 8) >>> 16;
  const height = view.getUint32(header.end - 4) >>> 16;
  const frames = view.getUint32(samples.start + 8);
  const durationMs = durationOf(view, clock);
  return width > 0 && height > 0 && frames > 0 && durationMs > 0
    ? { width, height, durationMs, frames }
    : null;
}

/** Null when the bytes are no MP4, or not all of one, or hold no picture. */
export function outlineMp4(bytes: Uint8Array): Mp4Outline | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes = boxesOf(view, 0, bytes.byteLength);
  if (boxes === null || boxes[0]?.type !== "ftyp") return null;
  const movie = boxes.find((box) => box.type === "moov");
  if (movie === undefined || !boxes.some((box) => box.type === "mdat")) return null;
  const parts = boxesOf(view, movie.start, movie.end) ?? [];
  for (const part of parts) {
    const outline = part.type === "trak" ? readTrack(view, part) : null;
    if (outline !== null) return outline;
  }
  return null;
}
