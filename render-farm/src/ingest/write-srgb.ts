/**
 * Writes a still picture as a PNG of sRGB. FFmpeg 5.1 knows no colour profiles, so it hands over
 * the pixels and takes them back; neither lies in memory as a whole.
 */
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { ToolOutput } from "../engine/run-tool.ts";
import { createSrgbConverter } from "./rgb-space.ts";
import type { RgbSpace } from "./rgb-space.ts";

const QUIET = "-hide_banner -nostdin -y -v error".split(" ");
const DECODED = "decoded.raw";
const CONVERTED = "converted.raw";
/** Of RGBA with 16 bits each. */
const PIXEL_BYTES = 8;
/** Half a megapixel: the event loop is held for some milliseconds at a time. */
const CHUNK_BYTES = 4 * 1024 * 1024;

export interface StillPicture {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Null: it is sRGB already. */
  readonly space: RgbSpace | null;
}

/** False when what was decoded is not the whole picture. */
async function convert(context: JobContext, space: RgbSpace, pixels: number): Promise<boolean> {
  const toSrgb = createSrgbConverter(space);
  const from = await open(join(context.directory, DECODED), "r");
  const to = await open(join(context.directory, CONVERTED), "w");
  try {
    const { size } = await from.stat();
    if (size !== pixels * PIXEL_BYTES) return false;
    const chunk = new Uint16Array(CHUNK_BYTES / 2);
    for (let at = 0; at < size;) {
      const length = Math.min(CHUNK_BYTES, size - at);
      const { bytesRead } = await from.read(new Uint8Array(chunk.buffer, 0, length), 0, length, at);
      const whole = bytesRead - (bytesRead % PIXEL_BYTES);
      if (whole === 0) return false;
      await to.writeFile(toSrgb(chunk.subarray(0, whole / 2)));
      at += whole;
    }
    return true;
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

const pngArgs = ({ hasAlpha }: StillPicture, fileName: string) => [
  ..."-frames:v 1 -map_metadata -1 -f image2 -update 1 -pix_fmt".split(" "),
  hasAlpha ? "rgba" : "rgb24",
  fileName,
];

/**
 * `graph` makes one upright picture of the stated size of the `inputs`, and ends where its pixel
 * format is chosen. CORRUPT when no whole picture comes of it.
 */
export async function writeSrgb(
  context: JobContext,
  decode: { readonly inputs: readonly string[]; readonly graph: string },
  picture: StillPicture,
  fileName: string,
): Promise<StepResult<ToolOutput>> {
  const { width, height, hasAlpha, space } = picture;
  const run = (format: string, output: readonly string[]) => {
    const graph = ["-filter_complex", `${decode.graph},format=${format}`];
    return runTool(context, "ffmpeg", [...QUIET, ...decode.inputs, ...graph, ...output]);
  };
  if (space === null) return run(hasAlpha ? "rgba" : "rgb24", pngArgs(picture, fileName));
  const decoded = await run("rgba64le", [..."-frames:v 1 -f rawvideo".split(" "), DECODED]);
  if (!decoded.ok) return decoded;
  const isWhole = await convert(context, space, width * height);
  await rm(join(context.directory, DECODED), { force: true });
  if (!isWhole) return refused("CORRUPT", `not ${width}x${height}: ${decoded.value.stderr}`);
  const size = `-f rawvideo -pixel_format rgba -video_size ${width}x${height}`.split(" ");
  const inputs = ["-protocol_whitelist", "file", ...size, "-i", CONVERTED];
  const png = pngArgs(picture, fileName);
  const written = await runTool(context, "ffmpeg", [...QUIET, ...inputs, ...png]);
  await rm(join(context.directory, CONVERTED), { force: true });
  return written;
}
