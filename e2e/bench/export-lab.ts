/** What the export benchmarks share: footage made on the spot, a farm without a queue, a stopwatch. */
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  createNativeEngine,
  probeNative,
} from "../../packages/adapters/src/media-engine/native.ts";
import type { EngineJob, MediaEngine } from "../../packages/ports/src/media-engine.ts";
import type { JobContext } from "../../render-farm/src/job-context.ts";
import { ingest } from "../../render-farm/src/ingest/ingest.ts";
import { shelve } from "../../render-farm/src/testing/film.ts";
import type { Asset } from "../../render-farm/src/testing/film.ts";
import { openShelf } from "../../render-farm/src/testing/object-shelf.ts";
import type { ObjectShelf } from "../../render-farm/src/testing/object-shelf.ts";

const run = promisify(execFile);
const INGEST_LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };

export async function ffmpeg(args: readonly string[], cwd: string): Promise<string> {
  const done = await run("ffmpeg", ["-hide_banner", "-nostdin", "-y", ...args], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
  });
  return done.stderr;
}

export interface Footage {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Another number, another picture and another tone. */
  readonly seed: number;
}

/**
 * A camera's kind of clip: a turning, panning picture with detail and sensor noise, and a tone
 * in hiss, as H.264 and AAC at 30 frames a second.
 */
export async function makeFootage(path: string, footage: Footage, cwd: string): Promise<void> {
  const { width, height, seconds, seed } = footage;
  const size = `${width}x${height}`;
  const picture =
    `testsrc2=s=${size}:r=30:d=${seconds},hue=h=${seed * 40},` +
    `rotate=a=${0.05 + seed * 0.02}*t:c=gray,noise=alls=10:allf=t:all_seed=${seed},gblur=sigma=0.7`;
  const sound =
    `sine=f=${180 + 40 * seed}:r=48000:d=${seconds}[tone];` +
    `anoisesrc=a=0.02:r=48000:d=${seconds}:seed=${seed}[hiss];[tone][hiss]amix=normalize=0`;
  const tags = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"];
  const encode = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p"];
  const sources = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound];
  const codecs = [...encode, ...tags, "-color_range", "tv", "-c:a", "aac", "-ac", "2"];
  await ffmpeg([...sources, ...codecs, "-t", String(seconds), "-f", "mp4", path], cwd);
}

/** Music without a picture. */
export async function makeMusic(path: string, seconds: number, cwd: string): Promise<void> {
  const chord = `aevalsrc='0.1*sin(2*PI*220*t)+0.1*sin(2*PI*277*t*(1+0.001*sin(t)))':s=48000:d=${seconds}`;
  await ffmpeg(["-f", "lavfi", "-i", chord, "-c:a", "aac", "-ac", "2", "-f", "mp4", path], cwd);
}

export interface Lab {
  readonly directory: string;
  readonly engine: MediaEngine;
  readonly shelf: ObjectShelf;
  /** A fresh job of the farm; `runs` receives every tool run with its wall time. */
  readonly open: (
    runs?: ToolRun[],
  ) => Promise<{ readonly context: JobContext; readonly remove: () => Promise<void> }>;
  /** Ingests a file as the product does and puts its master where the farm downloads from. */
  shelve(id: string, path: string): Promise<Asset>;
  close(): Promise<void>;
}

export interface ToolRun {
  readonly job: EngineJob;
  readonly startMs: number;
  readonly endMs: number;
}

function watched(engine: MediaEngine, runs: ToolRun[]): MediaEngine {
  return {
    kind: engine.kind,
    version: engine.version,
    close: () => engine.close(),
    async run(job) {
      const startMs = performance.now();
      const outcome = await engine.run(job);
      runs.push({ job, startMs, endMs: performance.now() });
      return outcome;
    },
  };
}

export async function openLab(): Promise<Lab> {
  const native = await probeNative(process.env["PATH"] ?? "");
  if (native === null) throw new Error("this benchmark needs ffmpeg and ffprobe on the PATH");
  const engine = createNativeEngine(native);
  const [shelf, directory] = await Promise.all([
    openShelf(),
    mkdtemp(join(tmpdir(), "export-bench-")),
  ]);
  const open: Lab["open"] = async (runs = []) => {
    const own = await mkdtemp(join(directory, "job-"));
    const context = {
      engine: watched(engine, runs),
      directory: own,
      signal: new AbortController().signal,
      clock: { nowMs: () => Date.now() },
      deadlineAtMs: Date.now() + 3_600_000,
      progress: () => undefined,
      log: () => undefined,
      cpu: { ms: 0 },
    };
    return { context, remove: () => rm(own, { recursive: true, force: true }) };
  };
  return {
    directory,
    engine,
    shelf,
    open,
    async shelve(id, path) {
      const { context, remove } = await open();
      await copyFile(path, join(context.directory, "source.bin"));
      const done = await ingest(context, "source.bin", INGEST_LIMITS);
      if (!done.ok) throw new Error(done.failure.internal);
      const master = done.value.files["master"] ?? "source.bin";
      const asset = await shelve(shelf, id, join(context.directory, master), done.value.facts);
      await remove();
      return asset;
    },
    async close() {
      await Promise.all([engine.close(), shelf.close()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Seconds of CPU of this process and of its ended children, user and system (Linux). */
async function cpuSeconds(): Promise<number> {
  const stat = await readFile("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / 100;
}

export interface Timed {
  readonly wallS: number;
  readonly cpuS: number;
}

export async function timed(work: () => Promise<void>): Promise<Timed> {
  const cpu = await cpuSeconds();
  const start = performance.now();
  await work();
  const wallS = (performance.now() - start) / 1_000;
  return { wallS, cpuS: (await cpuSeconds()) - cpu };
}
