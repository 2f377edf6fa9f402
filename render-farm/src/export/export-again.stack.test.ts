/** Exports and odd clocks as sources: a cut at every frame shows exactly that frame. */
import { execFile } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingest } from "../ingest/ingest.ts";
import { filmJob, shelve } from "../testing/film.ts";
import type { Asset, Film } from "../testing/film.ts";
import { testEngine, testJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { exportVideo } from "./export-video.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const LIMITS = { maxPictures: 64, maxSounds: 64, segmentSeconds: 60, threads: 1 };
const INGEST = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
const FRAMES = 20;
let engine: MediaEngine;
let shelf: ObjectShelf;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
});
afterAll(() => Promise.all([engine.close(), shelf.close()]));

/** Every frame is grey, frame k by 10 k brighter than the first; `clock` is in ticks a second. */
async function greys(directory: string, clock: number): Promise<string> {
  const path = join(directory, "greys.mp4");
  const grey = `nullsrc=s=320x180:r=30,geq=lum=20+10*N:cb=128:cr=128`;
  const source = ["-f", "lavfi", "-i", grey, "-frames:v", String(FRAMES)];
  const tags = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709"];
  const encode = ["-c:v", "libx264", "-crf", "10", "-pix_fmt", "yuv420p", "-color_range", "tv"];
  const track = ["-video_track_timescale", String(clock)];
  await run("ffmpeg", ["-v", "error", "-nostdin", ...source, ...encode, ...tags, ...track, path]);
  return path;
}

/** The luma of one place in the middle of every frame, as it is stored. */
async function greysOf(file: string): Promise<number[]> {
  const raw = ["-vf", "crop=2:2:320:180,format=yuv420p", "-f", "rawvideo", "-"];
  const { stdout } = await run("ffmpeg", ["-v", "error", "-nostdin", "-i", file, ...raw], {
    encoding: "buffer",
  });
  return [...stdout].filter((_, index) => index % 6 === 0);
}

async function ingested(path: string, id: string): Promise<Asset> {
  const job = await testJob(engine);
  try {
    await copyFile(path, join(job.context.directory, "source.bin"));
    const done = await ingest(job.context, "source.bin", INGEST);
    if (!done.ok) throw new Error(done.failure.internal);
    const master = done.value.files["master"] ?? "source.bin";
    expect(done.value.facts.video).toMatchObject({ rate: { n: 30, d: 1 }, frameCount: FRAMES });
    return await shelve(shelf, id, join(job.context.directory, master), done.value.facts);
  } finally {
    await job.remove();
  }
}

/** The grey of every frame of the export of `film`; `keep` receives the file before it goes. */
async function exported(film: Film, keep?: string): Promise<number[]> {
  const job = await testJob(engine);
  try {
    const wanted = filmJob(shelf, film);
    const spec = { ...wanted.spec, quality: "high" as const };
    const done = await exportVideo(
      job.context,
      { ...wanted, spec },
      { rasteriser, limits: LIMITS },
    );
    if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
    const file = join(job.context.directory, "video.mp4");
    if (keep !== undefined) await copyFile(file, keep);
    return await greysOf(file);
  } finally {
    await job.remove();
  }
}

/** Single frames of the asset, the last one first, so that each is found by a seek of its own. */
function backwards(asset: Asset): Film {
  const shots = Array.from({ length: FRAMES }, (_, at) => ({
    asset,
    at,
    length: 1,
    from: FRAMES - 1 - at,
  }));
  return { shots };
}

const frameOf = (grey: number) => Math.round((grey - 20) / 10);
const BACKWARDS = Array.from({ length: FRAMES }, (_, index) => FRAMES - 1 - index);

describe("cut frame by frame", () => {
  test("an export that is ingested again gives exactly its frames", async () => {
    const job = await testJob(engine);
    const { directory } = job.context;
    const source = await ingested(await greys(directory, 15_360), "greys");
    const once = join(directory, "once.mp4");
    const whole = await exported({ shots: [{ asset: source, at: 0, length: FRAMES }] }, once);
    expect(whole.map(frameOf)).toEqual(BACKWARDS.toReversed());
    const again = await ingested(once, "again");
    expect((await exported(backwards(again))).map(frameOf)).toEqual(BACKWARDS);
    await job.remove();
  });

  test.each([30, 60, 90])(
    "so does an upload whose clock ticks %i times a second",
    async (clock) => {
      const job = await testJob(engine);
      const source = await ingested(await greys(job.context.directory, clock), `greys${clock}`);
      expect((await exported(backwards(source))).map(frameOf)).toEqual(BACKWARDS);
      await job.remove();
    },
  );
});
