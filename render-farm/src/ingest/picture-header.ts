/**
 * Size of a still picture from its header, before any decoder sees it: a few hundred bytes
 * can announce gigabytes.
 */
import type { Container } from "./sniff.ts";

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

function viewOf(head: Uint8Array): DataView {
  return new DataView(head.buffer, head.byteOffset, head.byteLength);
}

function jpegSize(head: Uint8Array): PictureSize | null {
  const view = viewOf(head);
  for (let at = 2; at + 9 < head.length;) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(head: Uint8Array): PictureSize | null {
  if (head.length < 30) return null;
  const view = viewOf(head);
  const kind = String.fromCharCode(...head.subarray(12, 16));
  if (kind === "VP8X") {
    const read24 = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
    return { width: read24(24), height: read24(27) };
  }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return {
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  };
}

/**
 * The size that the picture in `head` announces; null when the header is cut off or when the
 * container is not a picture format.
 */
export function pictureSize(container: Container, head: Uint8Array): PictureSize | null {
  const view = viewOf(head);
  if (container === "png" || container === "apng") {
    return head.length < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (container === "gif") {
    if (head.length < 10) return null;
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (container === "jpeg") return jpegSize(head);
  return container === "webp" ? webpSize(head) : null;
}
