/** What made a segment, so that segments of different encoders never meet in one film. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MediaEngine } from "@cutroom/ports";

const FILE_NAME = "encoder.h264";
const TIMEOUT_MS = 60_000;

/**
 * The engine's name and version with the hash of one frame that it encodes. x264 writes its own
 * version and options into that frame, and FFmpeg's version does not tell them. Rejects when the
 * engine cannot encode at all; a farm like that must not start.
 */
export async function identifyEncoder(engine: MediaEngine, directory: string): Promise<string> {
  const source = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25", "-frames:v", "1"];
  const encode = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-threads:v", "1"];
  const args = ["-hide_banner", "-nostdin", "-y", ...source, ...encode, "-f", "h264", FILE_NAME];
  const run = await engine.run({ tool: "ffmpeg", args, directory, timeoutMs: TIMEOUT_MS });
  if (!run.ok) throw new Error(`the engine encodes no frame: ${run.stderr.slice(-500)}`);
  const frame = await readFile(join(directory, FILE_NAME));
  const hash = createHash("sha256").update(frame).digest("hex");
  return `${engine.kind} ${engine.version} ${hash}`;
}
