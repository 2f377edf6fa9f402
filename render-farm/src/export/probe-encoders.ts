/**
 * Which formats this machine makes, found by making one frame or a moment of sound in each: a
 * list of encoders tells what was compiled in, not what works. The hashes of what came out also say which
 * encoders these are, so that parts of different encoders never meet in one film.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { muxerArgs, pictureArgs, soundArgs } from "@cutroom/compiler";
import { EXPORT_FORMATS } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import type { MediaEngine } from "@cutroom/ports";
import { filmCodecs } from "./formats.ts";
import { soundFileOf } from "./make-sound.ts";

/** The first one also loads the engine; without it there is no farm. */
const FIRST_TIMEOUT_MS = 60_000;
/** One small frame: whatever takes longer would not make a film. */
const TIMEOUT_MS = 10_000;
/** It waits for threads that WebAssembly does not give it, until somebody ends it. */
const HANGS_IN_WASM: ReadonlySet<ExportFormat> = new Set(["mp4-hevc"]);
const QUIET = ["-hide_banner", "-nostdin", "-y"];
const FRAME = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.04"];
const TONE = ["-f", "lavfi", "-i", "sine=r=48000:d=0.04"];
const STILL = ["-frames:v", "1", "-f", "image2pipe", "-c:v", "png"];

export interface Encoders {
  /** Part of every key of the cache. */
  readonly identity: string;
  readonly formats: readonly ExportFormat[];
}

function probeArgs(format: ExportFormat): { readonly args: string[]; readonly fileName: string } {
  const sound = soundFileOf(format);
  if (sound !== null) {
    const { fileName, codec } = sound;
    return { fileName, args: [...TONE, ...soundArgs(codec), ...muxerArgs(fileName), fileName] };
  }
  const film = filmCodecs(format);
  if (film === null) return { fileName: "probe.png", args: [...FRAME, ...STILL, "probe.png"] };
  const { fileName } = film;
  const picture = pictureArgs(
    { n: 25, d: 1 },
    { picture: film.picture, quality: "draft", threads: 1 },
  );
  const output = [...picture, ...soundArgs(film.sound), "-fflags", "+bitexact"];
  return { fileName, args: [...FRAME, ...TONE, ...output, ...muxerArgs(fileName), fileName] };
}

/** Rejects when the engine cannot even make H.264; a farm like that must not start. */
export async function probeEncoders(engine: MediaEngine, directory: string): Promise<Encoders> {
  const hashes: string[] = [];
  const formats: ExportFormat[] = [];
  for (const format of EXPORT_FORMATS) {
    if (engine.kind === "wasm" && HANGS_IN_WASM.has(format)) continue;
    const { args, fileName } = probeArgs(format);
    const run = await engine.run({
      tool: "ffmpeg",
      args: [...QUIET, ...args],
      directory,
      timeoutMs: format === "mp4-h264" ? FIRST_TIMEOUT_MS : TIMEOUT_MS,
    });
    if (!run.ok) {
      if (format === "mp4-h264") throw new Error(`no frame is encoded: ${run.stderr.slice(-500)}`);
      continue;
    }
    const made = await readFile(join(directory, fileName));
    hashes.push(createHash("sha256").update(made).digest("hex"));
    formats.push(format);
  }
  const identity = createHash("sha256").update(hashes.join()).digest("hex");
  return { identity: `${engine.kind} ${engine.version} ${identity}`, formats };
}
