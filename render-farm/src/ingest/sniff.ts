/**
 * What a file is, by its first bytes alone: names and announced types are the sender's word.
 * The answer forces FFmpeg's demuxer, so a playlist or a script can never choose its own.
 */
import type { TaskFailureCode } from "@cutroom/contracts";

export const DEMUXERS = {
  mov: "mov",
  matroska: "matroska",
  mpegts: "mpegts",
  avi: "avi",
  flv: "flv",
  mp3: "mp3",
  wav: "wav",
  flac: "flac",
  ogg: "ogg",
  aac: "aac",
  gif: "gif",
  apng: "apng",
  png: "png_pipe",
  jpeg: "jpeg_pipe",
  webp: "webp_pipe",
} as const;
export type Container = keyof typeof DEMUXERS;

export type Sniffed =
  | { readonly ok: true; readonly container: Container }
  | { readonly ok: false; readonly code: TaskFailureCode };

/** As much of the file's head as sniffing and header checks want to see. */
export const HEAD_BYTES = 1 << 20;

const latin1 = new TextDecoder("latin1");

function textAt(head: Uint8Array, offset: number, length: number): string {
  return latin1.decode(head.subarray(offset, offset + length));
}

function startsWith(head: Uint8Array, bytes: readonly number[], offset = 0): boolean {
  return bytes.every((byte, index) => head[offset + index] === byte);
}

/** Pictures in an ISO container (photo.ts reads them), and sequences of HEIC; those of AVIF are films. */
const STILL_BRANDS = new Set(["heic", "heix", "heim", "heis", "mif1", "msf1", "avif"]);
const MOV_BOXES = new Set(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "moof", "styp"]);

function sniffIso(head: Uint8Array): Sniffed | null {
  const type = textAt(head, 4, 4);
  if (!MOV_BOXES.has(type)) return null;
  if (type === "ftyp" && STILL_BRANDS.has(textAt(head, 8, 4))) {
    return { ok: false, code: "UNSUPPORTED_FORMAT" };
  }
  return { ok: true, container: "mov" };
}

function sniffRiff(head: Uint8Array): Sniffed | null {
  const form = textAt(head, 0, 4);
  if (form !== "RIFF" && form !== "RF64") return null;
  const kind = textAt(head, 8, 4);
  if (kind === "WAVE") return { ok: true, container: "wav" };
  if (kind === "AVI ") return { ok: true, container: "avi" };
  if (kind !== "WEBP") return { ok: false, code: "UNSUPPORTED_FORMAT" };
  const animated = textAt(head, 12, 4) === "VP8X" && ((head[20] ?? 0) & 0x02) !== 0;
  return animated ? { ok: false, code: "UNSUPPORTED_FORMAT" } : { ok: true, container: "webp" };
}

/** An animated PNG announces itself in a chunk before the first picture data. */
function sniffPng(head: Uint8Array): Sniffed | null {
  if (!startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 8; at + 8 <= head.length;) {
    const type = textAt(head, at + 4, 4);
    if (type === "acTL") return { ok: true, container: "apng" };
    if (type === "IDAT") break;
    at += 12 + view.getUint32(at);
  }
  return { ok: true, container: "png" };
}

function sniffTransportStream(head: Uint8Array): boolean {
  for (const [first, step] of [
    [0, 188],
    [4, 192],
  ] as const) {
    const marks = [0, 1, 2, 3].map((packet) => first + packet * step);
    const seen = marks.filter((at) => at < head.length);
    if (seen.length >= 3 && seen.every((at) => head[at] === 0x47)) return true;
  }
  return false;
}

/** MPEG audio: a frame header with no reserved value in it. */
function audioFrame(head: Uint8Array, at: number): Container | null {
  const [sync, second, third] = [head[at], head[at + 1] ?? 0, head[at + 2] ?? 0];
  if (sync !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const layer = (second >> 1) & 3;
  if (layer === 0) {
    const isAdts = (second & 0xf6) === 0xf0 && ((third >> 2) & 15) < 13;
    return isAdts ? "aac" : null;
  }
  const reserved =
    ((second >> 3) & 3) === 1 || third >> 4 === 15 || third >> 4 === 0 || ((third >> 2) & 3) === 3;
  return reserved || layer !== 1 ? null : "mp3";
}

function sniffElementaryAudio(head: Uint8Array): Container | null {
  if (textAt(head, 0, 3) !== "ID3") return audioFrame(head, 0);
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 0x7f), 0);
  const after = 10 + size;
  if (after + 4 > head.length) return "mp3";
  if (textAt(head, after, 4) === "fLaC") return "flac";
  for (let at = after; at < Math.min(after + 4_096, head.length - 4); at += 1) {
    const found = audioFrame(head, at);
    if (found !== null) return found;
  }
  return null;
}

const PLAYLISTS = [/^#EXT/, /^ffconcat/i, /^\[playlist\]/i, /^<\?xml[^>]*>\s*<MPD|^<MPD/, /^<asx/i];

function sniffText(head: Uint8Array): TaskFailureCode {
  const text = new TextDecoder().decode(head.subarray(0, 4_096)).trimStart();
  if (PLAYLISTS.some((pattern) => pattern.test(text))) return "DISGUISED_PLAYLIST";
  const isSvg = /^(<\?xml[^>]*>|<!--[^]*?-->|<!DOCTYPE svg[^>]*>|\s)*<svg[\s>]/i.test(text);
  return isSvg ? "UNSUPPORTED_FORMAT" : "NOT_MEDIA";
}

const SIGNATURES: readonly (readonly [readonly number[], Container | "unsupported"])[] = [
  [[0x1a, 0x45, 0xdf, 0xa3], "matroska"],
  [[0x46, 0x4c, 0x56, 0x01], "flv"],
  [[0x66, 0x4c, 0x61, 0x43], "flac"],
  [[0x4f, 0x67, 0x67, 0x53], "ogg"],
  [[0x47, 0x49, 0x46, 0x38], "gif"],
  [[0xff, 0xd8, 0xff], "jpeg"],
  // MPEG program stream, ASF, AIFF, TIFF (both ways), BMP with a zero reserved field, AMR, JPEG XL.
  [[0x00, 0x00, 0x01, 0xba], "unsupported"],
  [[0x30, 0x26, 0xb2, 0x75], "unsupported"],
  [[0x46, 0x4f, 0x52, 0x4d], "unsupported"],
  [[0x49, 0x49, 0x2a, 0x00], "unsupported"],
  [[0x4d, 0x4d, 0x00, 0x2a], "unsupported"],
  [[0x23, 0x21, 0x41, 0x4d, 0x52], "unsupported"],
  [[0xff, 0x0a], "unsupported"],
];

/** Tells what `head` begins, or why a file that begins so is refused. */
export function sniff(head: Uint8Array): Sniffed {
  if (head.length === 0) return { ok: false, code: "EMPTY_FILE" };
  const structured = sniffIso(head) ?? sniffRiff(head) ?? sniffPng(head);
  if (structured !== null) return structured;
  for (const [signature, meaning] of SIGNATURES) {
    if (!startsWith(head, signature)) continue;
    return meaning === "unsupported"
      ? { ok: false, code: "UNSUPPORTED_FORMAT" }
      : { ok: true, container: meaning };
  }
  if (sniffTransportStream(head)) return { ok: true, container: "mpegts" };
  const audio = sniffElementaryAudio(head);
  return audio === null ? { ok: false, code: sniffText(head) } : { ok: true, container: audio };
}
