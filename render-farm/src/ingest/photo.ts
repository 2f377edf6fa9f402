/**
 * A photo as phones make them (HEIC, AVIF): FFmpeg reads its coded pictures but not the container
 * that says how they lie, so it becomes a PNG of sRGB first.
 */
import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import { readHeifPicture } from "../heif/heif-picture.ts";
import type { HeifPicture, Step, TiledPicture } from "../heif/heif-picture.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { sourceColour, toneMapStill } from "./colour.ts";
import { brokenFrames } from "./damage.ts";
import { heifColour } from "./heif-colour.ts";
import type { HeifColour } from "./heif-colour.ts";
import { stillFilters } from "./master.ts";
import type { MasterFile } from "./master.ts";
import { parseProbe } from "./probe.ts";
import type { ProbeStream } from "./probe.ts";
import { writeSrgb } from "./write-srgb.ts";

/** Brands of a single picture, and of any picture; sequences are others. */
const BRANDS = new Set(["heic", "heix", "heim", "heis", "mif1", "avif"]);
/** The whole file is in memory; 40 megapixels of a phone are a tenth of it. */
const MAX_BYTES = 128 * 1024 * 1024;
/** What FFmpeg says where it was built without a decoder of AV1. */
const NO_DECODER = /hardware accelerated AV1|Failed to get pixel format|No decoder/i;

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

interface Decodable {
  readonly fileName: string;
  readonly inputs: readonly string[];
  readonly stream: ProbeStream;
}

/** Writes the stream of a picture and decodes it once, because only that shows that it is whole. */
async function tryOut(
  context: JobContext,
  name: string,
  picture: TiledPicture,
  maxPixels: number,
): Promise<StepResult<Decodable>> {
  const { codec, bytes } = picture.stream;
  const fileName = `${name}.${codec}`;
  await writeFile(join(context.directory, fileName), bytes);
  const options = `-protocol_whitelist file -f ${codec} -max_pixels ${maxPixels} -i ${fileName}`;
  const inputs = options.split(" ");
  const asked = "-v error -count_frames -show_streams -of json".split(" ");
  const run = await runTool(context, "ffprobe", [...asked, ...inputs]);
  if (!run.ok && run.failure.code !== "RENDER_FAILED") return run;
  const said = run.ok ? run.value.stderr : run.failure.internal;
  if (NO_DECODER.test(said)) return refused("UNSUPPORTED_FORMAT", said);
  const [stream] = run.ok ? parseProbe(run.value.stdout).streams : [];
  const { tile, columns, rows } = picture;
  const isWhole =
    stream?.nb_read_frames === columns * rows &&
    stream.width === tile.width &&
    stream.height === tile.height &&
    brokenFrames(said.split("\n").filter((line) => line.trim() !== "")) === 0;
  return isWhole ? ok({ fileName, inputs, stream }) : refused("CORRUPT", `${name}: ${said}`);
}

/** One picture of the tiles, without what the last ones hold beyond it. */
function joined({ columns, rows, tile, width, height }: TiledPicture) {
  const isCovered = columns * tile.width === width && rows * tile.height === height;
  return {
    tiles: columns * rows === 1 ? [] : [`tile=${columns}x${rows}`],
    cut: isCovered ? [] : [`crop=${width}:${height}:0:0:exact=1`],
  };
}

/** To RGB; high dynamic range is tone-mapped as that of films is. */
function toRgb({ colour, isP3 }: HeifColour, { columns, rows, tile }: TiledPicture): string[] {
  const size = { width: columns * tile.width, height: rows * tile.height };
  const rgb = stillFilters({ colour, ...size });
  return colour.transfer === "sdr" ? [rgb] : [rgb, ...toneMapStill(colour.transfer, isP3)];
}

function stepFilters(step: Step): string[] {
  if (step.kind === "crop") {
    return [`crop=${step.width}:${step.height}:${step.x}:${step.y}:exact=1`];
  }
  if (step.kind === "mirror") return [step.axis === "upside-down" ? "vflip" : "hflip"];
  return Array.from({ length: step.quarters }, () => "transpose=cclock");
}

function graphOf(picture: HeifPicture, meant: HeifColour, alphaRange: string | null): string {
  const { tiles, cut } = joined(picture.colour);
  const steps = picture.steps.flatMap(stepFilters);
  const rgb = [...tiles, ...toRgb(meant, picture.colour)];
  if (picture.alpha === null || alphaRange === null) {
    const format = meant.space === null ? "gbrp" : "gbrp16";
    return `[0:v]${[...rgb, `format=${format}`, ...cut, ...steps].join(",")}`;
  }
  const grey = [`scale=in_range=${alphaRange}:out_range=pc`, "format=gray"];
  const { tiles: alphaTiles } = joined(picture.alpha);
  const straight = picture.isPremultiplied ? ["unpremultiply=inplace=1"] : [];
  const merged = ["[seen][through]alphamerge", ...straight, ...cut, ...steps].join(",");
  return `[0:v]${[...rgb, "format=gbrap"].join(",")}[seen];[1:v]${[...alphaTiles, ...grey].join(",")}[through];${merged}`;
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
  const read = readHeifPicture(await readFile(path), maxPixels);
  if (!read.ok) return read;
  const { colour, alpha, shown } = read.value;
  const seen = await tryOut(context, "photo", colour, maxPixels);
  if (!seen.ok) return seen;
  const through = alpha === null ? null : await tryOut(context, "alpha", alpha, maxPixels);
  if (through !== null && !through.ok) return through;
  const meant = heifColour(read.value, seen.value.stream);
  const alphaRange = through === null ? null : sourceColour(through.value.stream).range;
  const inputs = [...seen.value.inputs, ...(through?.value.inputs ?? [])];
  const graph = graphOf(read.value, meant, alphaRange);
  const still = { ...shown, hasAlpha: alpha !== null, space: meant.space };
  const file: MasterFile = { fileName: "photo.png", container: "png" };
  const written = await writeSrgb(context, { inputs, graph }, still, file.fileName);
  const streams = [seen.value, through?.value].flatMap((one) => one?.fileName ?? []);
  await Promise.all(streams.map((name) => rm(join(context.directory, name), { force: true })));
  return written.ok ? ok(file) : written;
}
