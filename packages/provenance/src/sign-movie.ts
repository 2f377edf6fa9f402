/**
 * Puts a credential into an MP4 or MOV file: a copy of it with one more box after its brands. The
 * file passes through once, in pieces, so memory does not depend on its length. Only the index
 * changes besides, by the offset of everything that moved; pictures and sound are the same bytes.
 */
import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { BOX_HEADER_BYTES, readBoxHeader, writeBox } from "./boxes.ts";
import type { Box } from "./boxes.ts";
import type { Signer } from "./cose.ts";
import { C2PA_UUID, manifestBytes, writeManifest } from "./manifest.ts";
import type { ManifestFacts } from "./manifest.ts";
import { shiftOffsets } from "./movie-index.ts";

/** More than a film of six hours has. */
const INDEX_MAX_BYTES = 128 * 1_048_576;
const PIECE_BYTES = 1_048_576;
const MOST_BOXES = 1_024;
/** Version, flags, what is in it, and that there is no tree of hashes. */
const PURPOSE = Buffer.concat([Buffer.alloc(4), Buffer.from("manifest\0"), Buffer.alloc(8)]);

/** Bytes before the store within its box. */
export const STORE_OFFSET = C2PA_UUID.length + PURPOSE.length;

const boxAround = (store: Uint8Array) => writeBox("uuid", C2PA_UUID, PURPOSE, store);

/** The file is none that can be signed, and why. */
export class UnsignableError extends Error {
  override readonly name = "UnsignableError";
}

/** The boxes of a file, from their headers alone. */
export async function boxesOfFile(file: FileHandle): Promise<readonly Box[] | null> {
  const { size } = await file.stat();
  const boxes: Box[] = [];
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  for (let at = 0; at < size && boxes.length < MOST_BOXES;) {
    const { bytesRead } = await file.read(header, 0, BOX_HEADER_BYTES, at);
    const box = readBoxHeader(header.subarray(0, bytesRead), at, size);
    if (box === null) return null;
    boxes.push(box);
    at = box.end;
  }
  return boxes.at(-1)?.end === size ? boxes : null;
}

/** Where a box begins counts as well as what is in it (BMFF hash, version 2 and later). */
export function hashPlace(hash: Hash, start: number): void {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(start));
  hash.update(place);
}

/** The bytes from `start` to `end` of a file, in pieces that are valid until the next one. */
export async function* piecesOf(file: FileHandle, start: number, end: number) {
  const piece = Buffer.alloc(Math.min(PIECE_BYTES, end - start));
  for (let at = start; at < end;) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, end - at), at);
    if (bytesRead === 0) throw new UnsignableError("the file became shorter");
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function movedIndex(source: FileHandle, { start, end }: Box, by: number) {
  if (end - start > INDEX_MAX_BYTES) throw new UnsignableError("its index is too large");
  const moov = Buffer.alloc(end - start);
  await source.read(moov, 0, moov.length, start);
  if (!shiftOffsets(moov, by)) throw new UnsignableError("its index cannot be moved");
  return moov;
}

async function copySigned(
  source: FileHandle,
  target: FileHandle,
  facts: ManifestFacts,
  signer: Signer,
): Promise<void> {
  const boxes = await boxesOfFile(source);
  const [brands, ...rest] = boxes ?? [];
  if (brands?.type !== "ftyp") throw new UnsignableError("it does not begin as an MP4");
  const isInFragments = rest.some(({ type }) => type === "moof" || type === "mfra");
  if (isInFragments) throw new UnsignableError("it is in fragments");
  const length = boxAround(new Uint8Array(manifestBytes(facts, signer))).length;
  const hash = createHash("sha256");
  let at = 0;
  const write = async (bytes: Uint8Array) => {
    await target.write(bytes, 0, bytes.length, at);
    at += bytes.length;
  };
  for await (const piece of piecesOf(source, brands.start, brands.end)) await write(piece);
  at += length;
  for (const box of rest) {
    hashPlace(hash, at);
    const pieces =
      box.type === "moov"
        ? [await movedIndex(source, box, length)]
        : piecesOf(source, box.start, box.end);
    for await (const piece of pieces) {
      hash.update(piece);
      await write(piece);
    }
  }
  const store = boxAround(writeManifest(facts, signer, hash.digest()));
  if (store.length !== length) throw new Error("the length of a credential changed");
  await target.write(store, 0, length, brands.end);
}

/**
 * Writes `target`, a signed copy of the file at `source`, which is left as it is.
 *
 * @throws {UnsignableError} when it is no such file, or in fragments; other errors are the disk's.
 */
export async function signMovie(
  paths: { readonly source: string; readonly target: string },
  facts: ManifestFacts,
  signer: Signer,
): Promise<void> {
  const source = await open(paths.source, "r");
  try {
    const target = await open(paths.target, "w");
    try {
      await copySigned(source, target, facts, signer);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
