/** The credential of a file: what it says, and of our own whether the file is still the one signed. */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { findStore } from "./find-store.ts";
import { readBinding, readOrigin } from "./read-manifest.ts";
import type { SaidOrigin } from "./read-manifest.ts";
import { boxesOfFile, hashPlace, piecesOf } from "./sign-movie.ts";

/** What any file says of its origin; null when it says nothing. */
export async function readSaidOrigin(path: string): Promise<SaidOrigin | null> {
  const store = await findStore(path);
  return store === null ? null : readOrigin(store);
}

/**
 * Whether a film that we signed is whole: its signature is good, every assertion is the one that
 * was signed, and no byte of its boxes changed. Reads the file once, in pieces.
 */
export async function isIntact(path: string): Promise<boolean> {
  const store = await findStore(path);
  const bound = store === null ? null : readBinding(store);
  if (bound === null) return false;
  const file = await open(path, "r");
  try {
    const boxes = (await boxesOfFile(file)) ?? [];
    const hash = createHash("sha256");
    for (const { type, start, end } of boxes) {
      // Ours are the only `uuid` boxes of a film of ours.
      if (type === "uuid" || type === "ftyp") continue;
      hashPlace(hash, start);
      for await (const piece of piecesOf(file, start, end)) hash.update(piece);
    }
    return hash.digest().equals(bound);
  } finally {
    await file.close();
  }
}
