/** The ICC profile that a PNG, JPEG or WebP carries before its picture. */
import { inflateSync } from "node:zlib";
import type { Container } from "./sniff.ts";

/** Larger ones are tables for printers. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;
const JPEG_MARK = "ICC_PROFILE\0";

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const textAt = (bytes: Uint8Array, at: number, length: number) =>
  Buffer.from(bytes.subarray(at, at + length)).toString("latin1");

function pngProfile(head: Uint8Array): Uint8Array | null {
  const view = viewOf(head);
  for (let at = 8; at + 8 <= head.length;) {
    const size = view.getUint32(at);
    const type = textAt(head, at + 4, 4);
    if (type === "IDAT") return null;
    if (type === "iCCP") {
      const chunk = head.subarray(at + 8, at + 8 + size);
      // A name that ends with 0, and the only method there is.
      const packed = chunk.subarray(chunk.indexOf(0) + 2);
      try {
        return inflateSync(packed, { maxOutputLength: MAX_PROFILE_BYTES });
      } catch {
        return null;
      }
    }
    at += 12 + size;
  }
  return null;
}

/** A profile can be longer than a segment: each part tells its place among them. */
function jpegProfile(head: Uint8Array): Uint8Array | null {
  const view = viewOf(head);
  const parts: Uint8Array[] = [];
  for (let at = 2; at + 4 <= head.length && head[at] === 0xff;) {
    const marker = head[at + 1] ?? 0;
    if (marker === 0xda) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const size = view.getUint16(at + 2);
    const isPart = marker === 0xe2 && textAt(head, at + 4, JPEG_MARK.length) === JPEG_MARK;
    if (isPart) parts[head[at + 16] ?? 0] = head.subarray(at + 18, at + 2 + size);
    at += 2 + size;
  }
  return parts.length === 0 ? null : Buffer.concat(parts.filter((part) => part !== undefined));
}

function webpProfile(head: Uint8Array): Uint8Array | null {
  const view = viewOf(head);
  for (let at = 12; at + 8 <= head.length;) {
    const size = view.getUint32(at + 4, true);
    const type = textAt(head, at, 4);
    if (type === "ICCP") return head.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  return null;
}

/** Null where there is none within `head`, and for everything that is no still picture. */
export function embeddedProfile(container: Container, head: Uint8Array): Uint8Array | null {
  if (container === "png") return pngProfile(head);
  if (container === "jpeg") return jpegProfile(head);
  return container === "webp" ? webpProfile(head) : null;
}
