/** Tiny media for tests, made by FFmpeg itself. Every frame carries its own number. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { EngineOutcome, MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import type { Rate } from "@cutroom/timeline";
import { lowerToFfmpeg } from "../args.ts";
import type { LowerOptions, LowerOutput } from "../args.ts";
import { tableOf, writeCube } from "../lut/colour-table.ts";
import type { PlanRect, RenderPlan } from "../plan.ts";
import { lutFile } from "../tones.ts";

/** Of every file that a golden project names as a table of colours. */
const FILE_TABLE = tableOf(9, ([red, green, blue]) => [green, blue * blue, red]);

export const BITS = 10;
const CELL = 16;

/** The frame's number as ten bright or dark cells in the top row, over a moving picture. */
function numbered(fps: Rate, width: number, height: number): string {
  const cells = Array.from({ length: BITS }, (_, bit) => {
    const test = `mod(floor(n/${2 ** bit}),2)`;
    const box = `drawbox=x=${bit * CELL}:y=0:w=${CELL}:h=${CELL}:t=fill`;
    return `${box}:color=black,${box}:color=white:enable='${test}'`;
  });
  return [`testsrc2=s=${width}x${height}:r=${fps.n}/${fps.d}`, ...cells, "format=yuv420p"].join(
    ",",
  );
}

/** The part of an engine that test media need. */
type Runner = Pick<MediaEngine, "run">;

export async function runTool(
  engine: Runner,
  directory: string,
  args: readonly string[],
): Promise<EngineOutcome> {
  const outcome = await engine.run({ tool: "ffmpeg", args, directory, timeoutMs: 110_000 });
  if (!outcome.ok) throw new Error(`ffmpeg ${outcome.reason}: ${outcome.stderr.slice(-2_000)}`);
  return outcome;
}

export async function makeVideo(
  engine: Runner,
  directory: string,
  fileName: string,
  video: {
    rate: Rate;
    frames: number;
    width?: number;
    height?: number;
    /** Filters or sources for the sound; null: none. */
    sound?: string | null;
  },
): Promise<void> {
  const picture = numbered(video.rate, video.width ?? 320, video.height ?? 180);
  const seconds = ((video.frames * video.rate.d) / video.rate.n).toFixed(6);
  const sound =
    video.sound === null
      ? []
      : ["-f", "lavfi", "-i", `${video.sound ?? "sine=f=440:r=48000"},atrim=end=${seconds}`];
  const encode = ["-frames:v", String(video.frames), "-c:v", "libx264", "-preset", "veryfast"];
  const tags = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"];
  const sources = ["-f", "lavfi", "-i", picture, ...sound];
  const rest = ["-crf", "18", "-g", "15", ...tags, "-c:a", "aac", "-y", fileName];
  await runTool(engine, directory, [...sources, ...encode, ...rest]);
}

export async function makeSound(
  engine: Runner,
  directory: string,
  fileName: string,
  source: string,
): Promise<void> {
  await runTool(engine, directory, ["-f", "lavfi", "-i", source, "-y", fileName]);
}

export async function makeImage(
  engine: Runner,
  directory: string,
  fileName: string,
  source: string,
): Promise<void> {
  const args = ["-f", "lavfi", "-i", source, "-frames:v", "1", "-y", fileName];
  await runTool(engine, directory, args);
}

/** The files that golden-projects.ts describes. */
export async function makeGoldenMedia(engine: Runner, directory: string): Promise<void> {
  const fps = (n: number, d = 1) => ({ n, d });
  const big = { width: 480, height: 270 };
  await makeVideo(engine, directory, "a30.mp4", { rate: fps(30), frames: 90 });
  const mono = "sine=f=300:r=44100,aformat=channel_layouts=mono";
  await makeVideo(engine, directory, "b30.mp4", { rate: fps(30), frames: 90, ...big, sound: mono });
  await makeVideo(engine, directory, "c2997.mp4", { rate: fps(30_000, 1001), frames: 90 });
  const square = { width: 240, height: 240, sound: null };
  await makeVideo(engine, directory, "d24.mp4", { rate: fps(24), frames: 72, ...square });
  await makeSound(engine, directory, "tone.wav", "sine=f=700:r=44100:d=4");
  const ring = "color=red@0.0:s=96x64,format=rgba,drawbox=x=8:y=8:w=60:h=40:t=6:color=yellow@0.8";
  await makeImage(engine, directory, "logo.png", ring);
  await makeImage(engine, directory, "still.jpg", "testsrc=s=400x300");
  await writeFile(path.join(directory, "own-look.cube"), writeCube(FILE_TABLE));
}

const rasteriser = createTitleRasteriser(nodeTitleAssets());

/** Draws the plan's titles and tables into `directory`; gives their files and rectangles. */
export async function makeTitles(
  plan: RenderPlan,
  directory: string,
): Promise<{ files: Record<string, string>; titleRects: Record<string, PlanRect> }> {
  const files: Record<string, string> = {};
  const titleRects: Record<string, PlanRect> = {};
  for (const input of plan.inputs) {
    if (input.kind !== "title") continue;
    const title = await rasteriser.rasteriseTitle(input.title);
    // Ids of clips within compound clips have dots.
    const fileName = `${input.id.replaceAll(".", "-")}.png`;
    await writeFile(path.join(directory, fileName), title.png);
    files[input.id] = fileName;
    titleRects[input.id] = title.rect;
  }
  for (const [index, lut] of (plan.luts ?? []).entries()) {
    const fileName = `lut-${index}.cube`;
    await writeFile(path.join(directory, fileName), lutFile(lut, FILE_TABLE));
    files[lut.id] = fileName;
  }
  return { files, titleRects };
}

/** Renders `plan` in a directory of its own below `media`, whose files it reads. */
export async function render(
  engine: Runner,
  media: string,
  plan: RenderPlan,
  options: Omit<LowerOptions, "output"> & { output: LowerOutput },
): Promise<string> {
  const lowered = lowerToFfmpeg(plan, options);
  await mkdir(media, { recursive: true });
  await writeFile(path.join(media, lowered.filterScriptName), lowered.filterScript);
  await runTool(engine, media, lowered.args);
  return path.join(media, options.output.fileName);
}

export interface Hashes {
  readonly video: string[];
  readonly audio: string[];
  readonly samples: number;
}

/** Reads a framemd5 file with picture and sound, or one of them (`first` says which). */
export async function readHashes(file: string): Promise<Hashes> {
  const text = await readFile(file, "utf8");
  const audioStream = /^#media_type (\d): audio/m.exec(text)?.[1];
  const rows = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(",").map((field) => field.trim()));
  const audio = rows.filter((row) => row[0] === audioStream);
  return {
    video: rows.filter((row) => row[0] !== audioStream).map((row) => row[5] ?? ""),
    audio: audio.map((row) => row[5] ?? ""),
    samples: audio.reduce((sum, row) => sum + Number(row[3]), 0),
  };
}

/** The number that a frame carries, from its raw RGBA at `offset`; reads cells at `scale`. */
export function numberOf(
  rgba: Uint8Array,
  frame: { width: number; height: number; index: number },
  picture: { x: number; y: number; scale: number } = { x: 0, y: 0, scale: 1 },
): number {
  const start = frame.index * frame.width * frame.height * 4;
  let value = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const x = Math.round(picture.x + (bit + 0.5) * CELL * picture.scale);
    const y = Math.round(picture.y + 0.5 * CELL * picture.scale);
    const luma = rgba[start + (y * frame.width + x) * 4 + 1] ?? 0;
    if (luma > 127) value += 2 ** bit;
  }
  return value;
}

/** Left and right samples of a 16-bit stereo WAV file, -1 to 1. */
export async function readSamples(file: string): Promise<{ left: number[]; right: number[] }> {
  const bytes = await readFile(file);
  const start = bytes.indexOf("data", 12, "latin1") + 8;
  const left: number[] = [];
  const right: number[] = [];
  for (let at = start; at + 4 <= bytes.length; at += 4) {
    left.push(bytes.readInt16LE(at) / 32_768);
    right.push(bytes.readInt16LE(at + 2) / 32_768);
  }
  return { left, right };
}
