/**
 * Measures test clips whose top left corner is white, and which beep, for the first 100 ms of
 * each second: when do flashes and beeps begin in a decoded file?
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const BUFFER = { encoding: "buffer", maxBuffer: 1 << 28 } as const;
const QUIET = ["-v", "error", "-nostdin"];

/** Brightness (0-255) of `region` in every frame, by FFmpeg's crop syntax. */
export async function brightness(
  file: string,
  region = "iw/5:ih/5:iw/40:ih/40",
): Promise<number[]> {
  const filters = `crop=${region},scale=1:1:flags=area,format=gray`;
  const args = [...QUIET, "-i", file, "-map", "0:v:0", "-vf", filters, "-fps_mode", "passthrough"];
  const { stdout } = await run("ffmpeg", [...args, "-f", "rawvideo", "-"], BUFFER);
  return [...stdout];
}

/** Mono samples of one sound at 48 kHz from the file's time 0, late starts as silence. */
export async function samples(
  file: string,
  channel: "mix" | 0 | 1 = "mix",
  stream = 0,
): Promise<Int16Array> {
  const pan = channel === "mix" ? "pan=mono|c0=0.5*c0+0.5*c1" : `pan=mono|c0=c${channel}`;
  const filters = `aformat=channel_layouts=stereo,aresample=48000:async=1:first_pts=0,${pan}`;
  const args = [...QUIET, "-i", file, "-map", `0:a:${stream}`, "-af", filters, "-f", "s16le", "-"];
  const { stdout } = await run("ffmpeg", args, BUFFER);
  return new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}

/** Seconds at which the corner turns white. */
export async function flashes(file: string, fps: number, region?: string): Promise<number[]> {
  const levels = await brightness(file, region);
  return levels.flatMap((level, frame) =>
    level > 180 && (frame === 0 || (levels[frame - 1] ?? 0) <= 180) ? [frame / fps] : [],
  );
}

/**
 * Seconds at which sound rises to half of its peak out of at least 50 ms of less. Codecs smear
 * some of a beep before its start, so a low threshold would find it early.
 */
export async function beeps(file: string): Promise<number[]> {
  const found: number[] = [];
  const sound = await samples(file);
  const loud = peak(sound, 0, sound.length) / 2;
  let lastLoud = -4_800;
  for (const [at, value] of sound.entries()) {
    if (Math.abs(value) < loud) continue;
    if (at - lastLoud > 2_400) found.push(at / 48_000);
    lastLoud = at;
  }
  return found;
}

/** Loudest sample of a stretch, 0-32767. */
export function peak(sound: Int16Array, fromS: number, toS: number): number {
  let most = 0;
  for (let at = Math.round(fromS * 48_000); at < Math.min(sound.length, toS * 48_000); at += 1) {
    most = Math.max(most, Math.abs(sound[at] ?? 0));
  }
  return most;
}

/** ffprobe's report of a file, as plain data. */
export async function facts(file: string): Promise<{
  streams: Record<string, string | number | object>[];
  format: Record<string, string>;
}> {
  const { stdout } = await run("ffprobe", [
    "-v",
    "error",
    "-show_streams",
    "-show_format",
    "-count_packets",
    "-of",
    "json",
    file,
  ]);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof facts>>;
}
