/**
 * The last look at a command line before FFmpeg gets it: every file that is opened is a local
 * one of ours by name, read by the demuxer that we chose, within limits of memory and pixels.
 * Whoever forgets that is stopped here, whatever the file holds.
 */
import { INGEST_LIMITS } from "@cutroom/domain";

/** Larger than any frame within the pixel limit; one block, not the whole of a run. */
const MAX_ALLOC_BYTES = 768 * 1024 * 1024;

/** Demuxers that read media and nothing that media points to, and our own lists of parts. */
const DEMUXERS: ReadonlySet<string> = new Set(
  (
    "mov matroska mpegts avi flv mp3 wav flac ogg aac " +
    "gif apng png_pipe jpeg_pipe webp_pipe hevc ivf s16le rawvideo concat"
  ).split(" "),
);
const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,99}\.[a-z0-9]{2,6}$/;

function valueOf(options: readonly string[], name: string): string | null {
  const at = options.lastIndexOf(name);
  return at === -1 ? null : (options[at + 1] ?? null);
}

function checkInput(options: readonly string[], source: string | undefined): void {
  const bad = (why: string) => new TypeError(`input ${String(source)}: ${why}`);
  if (source === undefined || !FILE_NAME.test(source)) throw bad("not a name of ours");
  if (valueOf(options, "-protocol_whitelist") !== "file") throw bad("protocols are not limited");
  const demuxer = valueOf(options, "-f");
  if (demuxer === null || !DEMUXERS.has(demuxer)) throw bad(`demuxer ${String(demuxer)}`);
  if (demuxer === "concat" && valueOf(options, "-safe") !== "1") throw bad("a list without limits");
}

/** The same arguments with their limits. Throws on an input that is not contained: a bug of ours. */
export function contain(args: readonly string[]): string[] {
  const limited = ["-max_alloc", String(MAX_ALLOC_BYTES)];
  let from = 0;
  for (const [at, arg] of args.entries()) {
    if (arg !== "-i") continue;
    const options = args.slice(from, at);
    checkInput(options, args[at + 1]);
    limited.push(...options);
    if (!options.includes("-max_pixels")) {
      limited.push("-max_pixels", String(INGEST_LIMITS.maxPixels));
    }
    limited.push("-i", args[at + 1] ?? "");
    from = at + 2;
  }
  return [...limited, ...args.slice(from)];
}
