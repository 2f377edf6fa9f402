/** What a vendor sees when it opens a picture that it was given. */
import { createHash } from "node:crypto";

/** An address, also one that holds the bytes itself, or a file of a form. */
export type PictureSource = string | Blob;

async function bytesOf(source: PictureSource): Promise<Buffer> {
  const from = typeof source === "string" ? await fetch(source) : new Response(source);
  if (!from.ok) throw new Error(`nothing there: ${from.status}`);
  return Buffer.from(await from.arrayBuffer());
}

/** Whole from its first bytes to its last, as PNG, JPEG or WebP. */
function isWhole(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (text(1, 4) === "PNG") return text(bytes.length - 8, bytes.length - 4) === "IEND";
  if (text(0, 2) === "\xff\xd8") return text(bytes.length - 2, bytes.length) === "\xff\xd9";
  if (text(0, 4) !== "RIFF" || text(8, 12) !== "WEBP") return false;
  return bytes.readUInt32LE(4) + 8 <= bytes.length;
}

/** The sha256 of its bytes; null: it is not to be had, or no whole picture. */
export async function lookAtPicture(source: PictureSource): Promise<string | null> {
  try {
    const bytes = await bytesOf(source);
    return isWhole(bytes) ? createHash("sha256").update(bytes).digest("hex") : null;
  } catch {
    return null;
  }
}
