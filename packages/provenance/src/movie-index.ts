/** The index of an MP4 or MOV file: where in the file its samples lie. */
import { readBoxes } from "./boxes.ts";

/** Boxes on the way from `moov` to the tables of offsets. */
const WAY = new Set(["trak", "mdia", "minf", "stbl"]);
const HEADER_BYTES = 8;

function shiftTable(view: Buffer, body: number, end: number, by: number, width: 4 | 8): boolean {
  if (end - body < HEADER_BYTES) return false;
  const count = view.readUInt32BE(body + 4);
  const first = body + HEADER_BYTES;
  if (first + count * width > end) return false;
  for (let at = first; at < first + count * width; at += width) {
    if (width === 8) {
      view.writeBigUInt64BE(view.readBigUInt64BE(at) + BigInt(by), at);
    } else {
      const offset = view.readUInt32BE(at) + by;
      // A table of 32 bits cannot point there, and a wider one would move everything again.
      if (offset > 0xffff_ffff) return false;
      view.writeUInt32BE(offset, at);
    }
  }
  return true;
}

/**
 * Moves every offset of a `moov` box by as many bytes, in place; false when one no longer fits or
 * the box is broken, and then it is left half done.
 */
export function shiftOffsets(moov: Uint8Array, by: number): boolean {
  const view = Buffer.from(moov.buffer, moov.byteOffset, moov.byteLength);
  const walk = (from: number, to: number): boolean =>
    readBoxes(moov, from, to)?.every(({ type, body, end }) => {
      if (WAY.has(type)) return walk(body, end);
      if (type === "stco") return shiftTable(view, body, end, by, 4);
      return type === "co64" ? shiftTable(view, body, end, by, 8) : true;
    }) ?? false;
  const [outer] = readBoxes(moov) ?? [];
  return outer?.type === "moov" && walk(outer.body, outer.end);
}
