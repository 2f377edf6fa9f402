/** Generation by our own model: a storyboard from words, painted, scored and encoded. */
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openArgs } from "@cutroom/compiler";
import type { GenerateJob } from "@cutroom/contracts";
import { clipModels } from "@cutroom/domain";
import { animatePictures, composeSound, createPainter, planClip } from "@cutroom/generator";
import type { Painter, Storyboard } from "@cutroom/generator";
import { ok } from "@cutroom/timeline";
import { describeClip } from "@cutroom/provenance";
import type { Signer } from "@cutroom/provenance";
import type { TitleRasteriser } from "@cutroom/titles";
import { runTool } from "../engine/run-tool.ts";
import { trackClock } from "../ingest/master.ts";
import type { JobContext } from "../job-context.ts";
import { provenanceOf } from "../provenance/parts-of.ts";
import { signOutput } from "../provenance/sign-output.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { FarmApi } from "../worker/farm-api.ts";
import { captionFilters, captionLook } from "./caption.ts";
import { readStillFrames } from "./still-frames.ts";
import type { StillFrames } from "./still-frames.ts";

type GenerateResult = Extract<
  Parameters<FarmApi["completeStep"]>[0]["body"]["result"],
  { kind: "generate" }
>;

export interface GenerateTools {
  readonly rasteriser: TitleRasteriser;
  /** Absent: nothing is signed. */
  readonly signer?: Signer;
}

export interface GeneratedClip {
  /** File names in the job's directory by output name: video. */
  readonly files: Readonly<Record<string, string>>;
  readonly result: GenerateResult;
}

const FRAMES = "frames.rgb";
const SOUND = "sound.wav";
const WORDS = "words.png";
const VIDEO = "video.mp4";
/** Stands in the file itself, for whoever gets it without us. */
const LABEL = "procedural, not AI";
/** Progress at which painting ends; encoding does the rest. */
const PAINTED_PERCENT = 75;

function boardOf({ spec }: GenerateJob): Storyboard {
  const { prompt, seed, ratio, caption } = spec;
  return planClip({ prompt, seed, ratio, caption, durationMs: spec.duration_ms });
}

/** The painted frames lie on the scratch disk until they are encoded. */
export function paintedBytes(job: GenerateJob): number {
  const { painted, frames } = boardOf(job);
  return painted.width * painted.height * 3 * frames;
}

function painterOf(board: Storyboard, stills: StillFrames): Painter {
  const { first_frame: first, last_frame: last } = stills;
  return first === undefined ? createPainter(board) : animatePictures(board, first, last);
}

async function paintFrames(
  context: JobContext,
  board: Storyboard,
  painter: Painter,
): Promise<StepResult<null>> {
  const handle = await open(join(context.directory, FRAMES), "w");
  try {
    for (let index = 0; index < board.frames; index += 1) {
      if (context.signal.aborted) return refused("CANCELED", "the job was aborted");
      if (context.clock.nowMs() > context.deadlineAtMs) return refused("DEADLINE", "painting");
      // Writing also lets heartbeats through: painting itself never waits.
      await handle.write(painter.frame(index));
      context.progress(Math.floor((PAINTED_PERCENT * (index + 1)) / board.frames));
    }
    return ok(null);
  } finally {
    await handle.close();
  }
}

/** The part of the filter graph that writes the words; empty when there are none. */
async function writeWords(
  context: JobContext,
  board: Storyboard,
  rasteriser: TitleRasteriser,
): Promise<string> {
  const look = captionLook(board);
  if (look === null) return "";
  const drawn = await rasteriser.rasteriseTitle(look);
  await writeFile(join(context.directory, WORDS), drawn.png);
  const { x, y } = drawn.rect;
  return captionFilters(look, { x, y, seconds: board.frames / board.fps });
}

function encodeArgs(board: Storyboard, words: string): string[] {
  const { painted, size, fps, frames } = board;
  const rate = String(fps);
  const raw = [
    "-protocol_whitelist",
    "file",
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgb24",
    "-s",
    `${painted.width}x${painted.height}`,
  ];
  const stills =
    words === "" ? [] : ["-loop", "1", "-framerate", rate, ...openArgs(WORDS), "-i", WORDS];
  const graph = [
    `[0:v]scale=${size.width}:${size.height}:flags=lanczos+accurate_rnd,format=gbrp[picture];`,
    words,
    `[${words === "" ? "picture" : "shown"}]scale=out_color_matrix=bt709:out_range=tv:`,
    "flags=accurate_rnd+full_chroma_int,format=yuv420p,setsar=1[out]",
  ].join("");
  return [
    ["-hide_banner", "-nostdin", "-y", "-v", "error", ...raw, "-r", rate, "-i", FRAMES],
    [
      ...openArgs(SOUND),
      "-i",
      SOUND,
      ...stills,
      "-filter_complex",
      graph,
      "-map",
      "[out]",
      "-map",
      "1:a",
    ],
    ["-frames:v", String(frames), "-c:v", "libx264", "-preset", "veryfast", "-crf", "18"],
    ["-profile:v", "high", "-g", String(fps * 2), "-flags:v", "+cgop+bitexact"],
    ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"],
    ["-color_range", "tv", "-video_track_timescale", trackClock({ n: fps, d: 1 })],
    ["-c:a", "aac", "-b:a", "160k", "-flags:a", "+bitexact", "-fflags", "+bitexact"],
    ["-metadata", `comment=${LABEL}`, "-movflags", "+faststart", VIDEO],
  ].flat();
}

/** The same job on the same engine gives the same frames. */
export async function generateClip(
  context: JobContext,
  job: GenerateJob,
  tools: GenerateTools,
): Promise<StepResult<GeneratedClip>> {
  const board = boardOf(job);
  const stills = await readStillFrames(context, job.frames ?? [], board.painted);
  if (!stills.ok) return stills;
  const before = process.cpuUsage();
  const painted = await paintFrames(context, board, painterOf(board, stills.value));
  if (!painted.ok) return painted;
  const used = process.cpuUsage(before);
  context.cpu.ms += (used.user + used.system) / 1000;
  await writeFile(join(context.directory, SOUND), composeSound(board));
  const words = await writeWords(context, board, tools.rasteriser);
  const left = 98 - PAINTED_PERCENT;
  const encoded = await runTool(context, "ffmpeg", encodeArgs(board, words), (frame) =>
    context.progress(PAINTED_PERCENT + Math.floor((left * frame) / board.frames)),
  );
  if (!encoded.ok) return encoded;
  const { version, disclosure } = clipModels[job.spec.model];
  const part = { disclosure, tool: job.spec.model, isClaim: false };
  const signed = await signOutput(context, VIDEO, describeClip(part), tools.signer ?? null);
  if (!signed.ok) return signed;
  const { kind } = context.engine;
  return ok({
    files: { video: VIDEO },
    result: {
      kind: "generate",
      ...board.size,
      frame_count: board.frames,
      duration_ms: Math.round((board.frames * 1000) / board.fps),
      engine: `${job.spec.model} ${version}, ${kind} ${context.engine.version}`,
      cpu_ms: Math.round(context.cpu.ms),
      provenance: provenanceOf([part], signed.value),
    },
  });
}
