/** What a cut of a film holds: the frames that it names, none more, and a rate that says so. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import { facts } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { exportVideo } from "./export-video.ts";

const run = promisify(execFile);
const SOURCE = zooFile("baseline.mp4");
const LIMITS = { maxPictures: 16, maxSounds: 24, segmentSeconds: 30, threads: 2 };
const SIDE = [32, 18] as const;
const jobs: TestJob[] = [];
let engine: MediaEngine;
let shelf: ObjectShelf;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
});
afterAll(async () => {
  await Promise.all([engine.close(), shelf.close(), ...jobs.map((job) => job.remove())]);
});

/** Every picture in small, as a player shows it that knows no edit lists. */
async function pictures(file: string): Promise<Buffer[]> {
  const small = ["-vf", `scale=${SIDE.join(":")}:flags=area,format=gray`, "-f", "rawvideo", "-"];
  const opened = ["-v", "error", "-ignore_editlist", "1", "-i", file];
  const read = [...opened, "-map", "0:v:0", "-fps_mode", "passthrough", ...small];
  const { stdout } = await run("ffmpeg", read, { encoding: "buffer" });
  const bytes = SIDE[0] * SIDE[1];
  return Array.from({ length: stdout.length / bytes }, (_, at) =>
    stdout.subarray(at * bytes, (at + 1) * bytes),
  );
}

const distance = (a: Buffer, b: Buffer) =>
  a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0);

/** The number of the source's frame that a picture is most like. */
function frameOf(picture: Buffer, source: readonly Buffer[]): number {
  const off = source.map((one) => distance(picture, one));
  return off.indexOf(Math.min(...off));
}

test.each([
  { from: 21, length: 30, why: "off a key frame (F27, F30)" },
  { from: 0, length: 60, why: "to the very last frame (F26, F48)" },
])(
  "a cut $why holds its own frames alone, at the rate it says, and lasts as long",
  async ({ from, length }) => {
    const asset = await shelve(shelf, "baseline", SOURCE, clipFacts(60, 2));
    const film = filmJob(shelf, { shots: [{ asset, at: 0, length, from }] });
    const job = await testJob(engine);
    jobs.push(job);
    const tools = { rasteriser: createTitleRasteriser(nodeTitleAssets()), limits: LIMITS };
    const done = await exportVideo(job.context, film, tools);
    if (!done.ok) throw new Error(done.failure.internal);
    const file = join(job.context.directory, "video.mp4");
    const seen = (await facts(file)).streams.find((one) => one["codec_type"] === "video");
    expect(seen).toMatchObject({ r_frame_rate: "30/1", avg_frame_rate: "30/1" });
    expect([seen?.["nb_read_packets"], Number(seen?.["duration"])]).toEqual([
      String(length),
      length / 30,
    ]);
    const [own, source] = await Promise.all([pictures(file), pictures(SOURCE)]);
    const frames = own.map((picture) => frameOf(picture, source));
    expect(frames).toEqual(Array.from({ length }, (_, at) => from + at));
  },
);
