/** A photo as phones make them (HEIC): FFmpeg cannot read it, so it becomes a PNG first. */
import { open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import { readHeif } from "../heif/read-heif.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { MasterFile } from "./master.ts";

/** Brands of a single HEVC picture, and of any picture; sequences and AVIF are others. */
const BRANDS = new Set(["heic", "heix", "heim", "heis", "mif1"]);
/** The whole file is in memory; 40 megapixels of a phone are a tenth of it. */
const MAX_BYTES = 128 * 1024 * 1024;
const RAW = "photo.rgba";

async function isPhoto(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    const head = buffer.toString("latin1", 0, bytesRead);
    return head.slice(4, 8) === "ftyp" && BRANDS.has(head.slice(8, 12));
  } finally {
    await handle.close();
  }
}

/** Null when the file is something else; else the photo as a PNG, upright, or why there is none. */
export async function readPhoto(
  context: JobContext,
  fileName: string,
  maxPixels: number,
): Promise<StepResult<MasterFile> | null> {
  const path = join(context.directory, fileName);
  if (!(await isPhoto(path))) return null;
  const { size } = await stat(path);
  if (size > MAX_BYTES) return refused("PIXEL_LIMIT", `a photo of ${size} bytes`);
  const read = await readHeif(context, path, maxPixels);
  if (!read.ok) return read;
  const { width, height, hasAlpha, rgba } = read.value;
  const raw = join(context.directory, RAW);
  await writeFile(raw, rgba);
  const file: MasterFile = { fileName: "photo.png", container: "png" };
  const run = await runTool(context, "ffmpeg", [
    ..."-hide_banner -nostdin -y -v error -protocol_whitelist file".split(" "),
    ..."-f rawvideo -pixel_format rgba -video_size".split(" "),
    `${width}x${height}`,
    "-i",
    RAW,
    ..."-frames:v 1 -f image2 -update 1 -pix_fmt".split(" "),
    hasAlpha ? "rgba" : "rgb24",
    file.fileName,
  ]);
  await rm(raw, { force: true });
  return run.ok ? ok(file) : run;
}
