/** Small clips whose every frame and sample is known, made by the native ffmpeg. */
import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const BEEP_S = 0.05;
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "18", "-pix_fmt", "yuv420p"];
const BT709 = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"];

export interface ClipShape {
  readonly seconds: number;
  /** `30`, or an exact ratio such as `30000/1001`. */
  readonly fps: number | string;
  readonly width: number;
  readonly height: number;
}

/** Makes the file once per set of arguments; later calls, in any process, find it. */
async function make(extension: string, args: readonly string[]): Promise<string> {
  const directory = join(tmpdir(), "cutroom-tiny-media");
  const name = createHash("sha256").update(args.join("\0")).digest("hex").slice(0, 24);
  const path = join(directory, `${name}.${extension}`);
  try {
    await access(path);
    return path;
  } catch {
    await mkdir(directory, { recursive: true });
  }
  // Written aside and renamed: another process must never see half a file.
  const fresh = join(directory, `${randomUUID()}.${extension}`);
  await run("ffmpeg", ["-v", "error", "-nostdin", "-bitexact", ...args, fresh]);
  await rename(fresh, path);
  return path;
}

function parseFps(fps: number | string): number {
  const [num = "0", den = "1"] = String(fps).split("/");
  return Number(num) / Number(den);
}

const colourSource = (name: string, { seconds, fps, width, height }: ClipShape): string =>
  `color=c=${name}:s=${width}x${height}:r=${fps}:d=${seconds}`;

/**
 * Black, with one white frame every second (every `round(fps)` frames), the first one being
 * frame 0, and a 1 kHz beep of 50 ms that begins with each. MP4, H.264 and AAC 48 kHz mono.
 */
function flashBeep(shape: ClipShape): Promise<string> {
  const fps = parseFps(shape.fps);
  const everyFrames = Math.round(fps);
  const everyS = everyFrames / fps;
  const flash = `drawbox=color=white:t=fill:enable='eq(mod(n,${everyFrames}),0)'`;
  const beep = `if(lt(mod(t,${everyS}),${BEEP_S}),0.8*sin(2*PI*1000*mod(t,${everyS})),0)`;
  return make("mp4", [
    "-f",
    "lavfi",
    "-i",
    `${colourSource("black", shape)},${flash}`,
    "-f",
    "lavfi",
    "-i",
    `aevalsrc='${beep}':s=48000:d=${shape.seconds}`,
    ...H264,
    ...BT709,
    "-c:a",
    "aac",
    "-b:a",
    "96k",
    "-movflags",
    "+faststart",
  ]);
}

/** One colour by FFmpeg's name or `0xRRGGBB`, no sound. MP4, H.264. */
function colour(shape: ClipShape & { readonly colour: string }): Promise<string> {
  return make("mp4", [
    "-f",
    "lavfi",
    "-i",
    colourSource(shape.colour, shape),
    ...H264,
    ...BT709,
    "-movflags",
    "+faststart",
  ]);
}

/** A sine at half of full scale. WAV, 16 bit, mono. */
function tone(sound: {
  readonly frequencyHz: number;
  readonly seconds: number;
  readonly sampleRateHz: number;
}): Promise<string> {
  const { frequencyHz, seconds, sampleRateHz } = sound;
  const wave = `aevalsrc='0.5*sin(2*PI*${frequencyHz}*t)':s=${sampleRateHz}:d=${seconds}`;
  return make("wav", ["-f", "lavfi", "-i", wave, "-c:a", "pcm_s16le"]);
}

export const tinyMedia = { flashBeep, colour, tone };
