/**
 * Finds the manifest store in a file of anybody's: MP4 and MOV, JPEG, PNG. Reads headers and the
 * store alone, both within limits; what is broken has none.
 */
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { C2PA_UUID } from "./manifest.ts";
import { STORE_OFFSET, boxesOfFile } from "./sign-movie.ts";

/** Larger than those of pictures with many thumbnails. */
const STORE_MAX_BYTES = 16 * 1_048_576;
const MOST_SEGMENTS = 4_096;

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function inMovie(file: FileHandle): Promise<Uint8Array | null> {
  for (const { type, body, end } of (await boxesOfFile(file)) ?? []) {
    const length = end - body;
    if (type !== "uuid" || length <= STORE_OFFSET || length > STORE_MAX_BYTES) continue;
    const held = await readAt(file, body, length);
    if (held.subarray(0, C2PA_UUID.length).equals(C2PA_UUID)) return held.subarray(STORE_OFFSET);
  }
  return null;
}

/** The chunk `caBX`, before the pixels. */
async function inPng(file: FileHandle): Promise<Uint8Array | null> {
  let at = 8;
  for (let chunk = 0; chunk < MOST_SEGMENTS; chunk += 1) {
    const head = await readAt(file, at, 8);
    if (head.length < 8) return null;
    const length = head.readUInt32BE(0);
    const type = head.toString("latin1", 4);
    if (type === "caBX" && length <= STORE_MAX_BYTES) return readAt(file, at + 8, length);
    if (type === "IDAT") return null;
    at += 12 + length;
  }
  return null;
}

/** Segments APP11, each of them a piece of one box with the box's header repeated. */
async function inJpeg(file: FileHandle): Promise<Uint8Array | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let at = 2;
  for (let segment = 0; segment < MOST_SEGMENTS && bytes <= STORE_MAX_BYTES; segment += 1) {
    const head = await readAt(file, at, 4);
    if (head.length < 4 || head[0] !== 0xff || head[1] === 0xda) break;
    const length = head.readUInt16BE(2);
    if (head[1] === 0xeb && length > 18) {
      const held = await readAt(file, at + 4, length - 2);
      if (held.toString("latin1", 0, 2) === "JP" && held.toString("latin1", 12, 16) === "jumb") {
        // What comes after the first piece begins behind the repeated header.
        pieces.push(held.subarray(pieces.length === 0 ? 8 : 16));
        bytes += held.length;
      }
    }
    at += 2 + length;
  }
  return pieces.length === 0 ? null : Buffer.concat(pieces);
}

/** The bytes of the store; null when the file has none or is of another kind. */
export async function findStore(path: string): Promise<Uint8Array | null> {
  const file = await open(path, "r");
  try {
    const head = await readAt(file, 0, 12);
    if (head.toString("latin1", 4, 8) === "ftyp") return await inMovie(file);
    if (head.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]))) return await inJpeg(file);
    return head.toString("latin1", 1, 4) === "PNG" ? await inPng(file) : null;
  } finally {
    await file.close();
  }
}
