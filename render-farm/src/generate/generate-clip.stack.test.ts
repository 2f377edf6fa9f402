import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { GenerateJob } from "@cutroom/contracts";
import { clipModels } from "@cutroom/domain";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ingest } from "../ingest/ingest.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { generateClip } from "./generate-clip.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 60_000, max_streams: 8 };
const jobs: TestJob[] = [];
let engine: MediaEngine;
beforeAll(async () => {
  engine = await testEngine("native");
});
afterEach(() => Promise.all(jobs.splice(0).map((job) => job.remove())));
afterAll(() => engine.close());

const SPEC: GenerateJob["spec"] = {
  model: "procedural",
  prompt: "a calm sea at sunset",
  seed: 7,
  ratio: "16:9",
  duration_ms: 2_000,
  caption: true,
};

async function generated(over: Partial<GenerateJob["spec"]> = {}, on = engine) {
  const job = await testJob(on);
  jobs.push(job);
  const spec = { ...SPEC, ...over };
  const made = await generateClip(
    job.context,
    { kind: "generate", spec, outputs: [] },
    { rasteriser },
  );
  if (!made.ok) throw new Error(`${made.failure.code} ${made.failure.internal}`);
  return { ...made.value, job, file: join(job.context.directory, "video.mp4") };
}

async function probed(file: string) {
  const entries = "format=duration:format_tags=comment:stream=codec_name,width,height,nb_frames";
  const { stdout } = await run("ffprobe", [
    "-v",
    "error",
    "-show_entries",
    entries,
    "-of",
    "json",
    file,
  ]);
  return JSON.parse(stdout) as {
    format: { duration: string; tags: Record<string, string> };
    streams: { codec_name: string; width?: number; height?: number; nb_frames: string }[];
  };
}

/** One hash for each decoded frame. */
async function frameHashes(file: string): Promise<string[]> {
  const { stdout } = await run("ffmpeg", [
    "-v",
    "error",
    "-i",
    file,
    "-map",
    "0:v",
    "-f",
    "framemd5",
    "-",
  ]);
  return stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

describe("generation by the procedural model", () => {
  test("a prompt becomes a playable clip that says in the file that it is not AI (J1, G1, G8)", async () => {
    const { file, result, job } = await generated();
    const { format, streams } = await probed(file);
    expect(streams.map((stream) => stream.codec_name).toSorted()).toEqual(["aac", "h264"]);
    expect(streams.find((stream) => stream.width !== undefined)).toMatchObject({
      width: 1280,
      height: 720,
      nb_frames: "60",
    });
    expect(Math.abs(Number(format.duration) - 2)).toBeLessThan(0.05);
    expect(format.tags["comment"]).toBe("procedural, not AI");
    expect(result).toMatchObject({ frame_count: 60, duration_ms: 2_000 });
    expect(job.progress).toEqual(job.progress.toSorted((a, b) => a - b));
  });

  test("the same words and seed give the same frames, and no two of them are alike (G9)", async () => {
    const [first, again] = [await generated(), await generated()];
    const hashes = await frameHashes(first.file);
    expect(await frameHashes(again.file)).toEqual(hashes);
    expect(new Set(hashes.map((line) => line.split(",").at(-1))).size).toBe(60);
  });

  test("a tall clip has its own size, and an ingest finds nothing to conform (M2)", async () => {
    const { job, result } = await generated({ ratio: "9:16", prompt: "雪山 夜" });
    expect(result).toMatchObject(clipModels.procedural.sizes["9:16"]);
    const done = await ingest(job.context, "video.mp4", LIMITS);
    if (!done.ok) throw new Error(done.failure.internal);
    expect(done.value.hasMaster).toBe(false);
  });

  test("WebAssembly encodes it as well (H1)", async () => {
    const wasm = await testEngine("wasm");
    try {
      const { file } = await generated({ prompt: "forest" }, wasm);
      expect(await frameHashes(file)).toHaveLength(60);
    } finally {
      await wasm.close();
    }
  });

  test("a canceled job stops painting and leaves no clip (C1)", async () => {
    const job = await testJob(engine);
    jobs.push(job);
    job.abort();
    const spec = SPEC;
    const made = await generateClip(
      job.context,
      { kind: "generate", spec, outputs: [] },
      { rasteriser },
    );
    expect(made).toMatchObject({ ok: false, failure: { code: "CANCELED" } });
  });
});
