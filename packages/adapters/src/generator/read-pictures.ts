/** Pictures for vendors that want their bytes: those fetch no address of ours. */
import { FRAME_ROLES } from "@cutroom/domain";
import type { FrameRole, VendorFailure } from "@cutroom/domain";
import type { GenerateRequest, SubmitOutcome } from "@cutroom/ports";
import { failure } from "./read-answer.ts";

export interface Picture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: "image/png" | "image/jpeg" | "image/webp";
}

type Refused = Extract<SubmitOutcome, { kind: "refused" }>;

const TIMEOUT_MS = 20_000;

/** What the first bytes say; null: no picture that vendors take. */
function mimeTypeOf(bytes: Uint8Array): Picture["mimeType"] | null {
  const word = (from: number, to: number) => String.fromCharCode(...bytes.slice(from, to));
  if (word(1, 4) === "PNG") return "image/png";
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return "image/jpeg";
  return word(0, 4) === "RIFF" && word(8, 12) === "WEBP" ? "image/webp" : null;
}

async function fetchPicture(url: string, maxBytes: number): Promise<Picture | VendorFailure> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`the store says ${answer.status}`);
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    return failure("vendor_error", `no picture: ${String(error)}`, { retryable: true });
  }
  if (bytes.byteLength > maxBytes) {
    return failure("invalid_input", `a picture of ${bytes.byteLength} bytes, ${maxBytes} at most`);
  }
  const mimeType = mimeTypeOf(bytes);
  return mimeType === null ? failure("invalid_input", "no PNG, JPEG or WebP") : { bytes, mimeType };
}

/**
 * The pictures of a request, before anything of it is sent: so whatever is wrong with them here,
 * nothing was accepted.
 *
 * @param maxBytes of each picture.
 */
export async function readPictures(
  frames: GenerateRequest["frames"],
  maxBytes: number,
): Promise<{ readonly kind: "read"; readonly of: Partial<Record<FrameRole, Picture>> } | Refused> {
  const of: Partial<Record<FrameRole, Picture>> = {};
  for (const role of FRAME_ROLES) {
    const url = frames[role];
    if (url === undefined) continue;
    const found = await fetchPicture(url, maxBytes);
    if ("class" in found) return { kind: "refused", failure: found, retryAfterMs: null };
    of[role] = found;
  }
  return { kind: "read", of };
}

/** In pieces: one call takes only so many arguments. */
export function toBase64(bytes: Uint8Array): string {
  const PIECE = 0x80_00;
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return btoa(text);
}
