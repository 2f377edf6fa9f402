/** Arguments that open an uploaded file as what it was sniffed to be, and nothing it points to. */
import { DEMUXERS } from "./sniff.ts";
import type { Container } from "./sniff.ts";

/**
 * `decoder` forces the video decoder: FFmpeg's own VP8 and VP9 decoders drop alpha. The name
 * must be the server's own.
 */
export function openSource(
  container: Container,
  fileName: string,
  limits: { readonly maxPixels: number },
  decoder: string | null = null,
): string[] {
  const demuxer = DEMUXERS[container];
  return [
    "-protocol_whitelist",
    "file",
    "-format_whitelist",
    demuxer,
    "-max_pixels",
    String(limits.maxPixels),
    "-f",
    demuxer,
    ...(decoder === null ? [] : ["-c:v", decoder]),
    "-i",
    fileName,
  ];
}
