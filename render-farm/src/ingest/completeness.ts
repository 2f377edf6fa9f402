/**
 * Whether a file is all there, by its container's own bookkeeping. A file that was cut off
 * still probes as healthy when its index comes first, so this is read before FFmpeg is asked.
 */
import type { Container } from "./sniff.ts";

/** Reads up to `length` bytes at `offset`; fewer at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>;

/** More top-level boxes than any real file has: fragments of a day, one per second. */
const MAX_BOXES = 200_000;
/** Writers that could not seek back leave sizes like these. */
const UNKNOWN_RIFF_SIZE = 0x7fff_0000;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

async function isoIsCut(read: ReadAt, sizeBytes: number): Promise<boolean> {
  let hasIndex = false;
  let at = 0;
  for (let boxes = 0; at + 8 <= sizeBytes && boxes < MAX_BOXES; boxes += 1) {
    const header = await read(at, 16);
    const view = viewOf(header);
    const type = String.fromCharCode(...header.subarray(4, 8));
    let size = view.getUint32(0);
    if (size === 1 && header.length >= 16) size = Number(view.getBigUint64(8));
    if (size === 0) size = sizeBytes - at;
    const matters = type === "moov" || type === "mdat" || type === "moof";
    if (matters && at + size > sizeBytes) return true;
    if (type === "moov") hasIndex = true;
    if (size < 8) break;
    at += size;
  }
  return !hasIndex;
}

async function riffIsCut(read: ReadAt, sizeBytes: number): Promise<boolean> {
  const head = await read(0, 8);
  if (head.length < 8 || String.fromCharCode(head[3] ?? 0) !== "F") return false;
  const size = viewOf(head).getUint32(4, true);
  return size !== 0 && size < UNKNOWN_RIFF_SIZE && size + 8 > sizeBytes + 1;
}

/** Length of an EBML number by its first byte, and its value; null when "unknown". */
function ebmlSize(bytes: Uint8Array, at: number): { length: number; value: number | null } {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  let value = first & ((1 << (8 - length)) - 1);
  let allOnes = value === (1 << (8 - length)) - 1;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    allOnes = allOnes && byte === 0xff;
    value = value * 256 + byte;
  }
  return { length, value: allOnes ? null : value };
}

async function matroskaIsCut(read: ReadAt, sizeBytes: number): Promise<boolean> {
  const head = await read(0, 4_096);
  const header = ebmlSize(head, 4);
  if (header.value === null) return false;
  const segment = 4 + header.length + header.value;
  const isSegment = [0x18, 0x53, 0x80, 0x67].every((byte, index) => head[segment + index] === byte);
  if (!isSegment) return false;
  const size = ebmlSize(head, segment + 4);
  return size.value !== null && segment + 4 + size.length + size.value > sizeBytes;
}

/** True when the container says that bytes are missing. */
export async function isCutOff(
  container: Container,
  read: ReadAt,
  sizeBytes: number,
): Promise<boolean> {
  if (container === "mov") return isoIsCut(read, sizeBytes);
  if (container === "matroska") return matroskaIsCut(read, sizeBytes);
  if (container === "wav" || container === "avi" || container === "webp") {
    return riffIsCut(read, sizeBytes);
  }
  return false;
}
