/** One export with captions, ducked music and a loudness, as its job asks for them. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { DEFAULT_DUCKING, applyEdit, plainTrack } from "@cutroom/timeline";
import type { Edit } from "@cutroom/timeline";
import type { ExportJob } from "@cutroom/contracts";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPeakWriter, peaksFile } from "../ingest/peaks.ts";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import { samples } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { exportVideo } from "./export-video.ts";
import { measureLoudness } from "./normalise-sound.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const LIMITS = { maxPictures: 16, maxSounds: 24, segmentSeconds: 30, threads: 2 };
const SECOND = 705_600_000;
const jobs: TestJob[] = [];
let engine: MediaEngine;
let shelf: ObjectShelf;
let made: TestJob;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
  made = await testJob(engine);
  jobs.push(made);
});
afterAll(async () => {
  await Promise.all([engine.close(), shelf.close(), ...jobs.map((job) => job.remove())]);
});

/** Speech of one second in a film of four, its peaks, and music under all of it. */
async function duckedJob(): Promise<ExportJob> {
  const cwd = made.context.directory;
  const black = "color=black:s=320x180:r=30:d=4";
  const voice = "aevalsrc='0.5*sin(2*PI*300*t)*between(t,1.5,2.5)':s=48000:d=4";
  const music = "aevalsrc='0.4*sin(2*PI*3000*t)':s=48000:d=4";
  const film = ["-f", "lavfi", "-i", black, "-f", "lavfi", "-i", voice, "-c:a", "pcm_s16le"];
  await run("ffmpeg", ["-v", "error", ...film, "-c:v", "libx264", "-y", "film.mov"], { cwd });
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", music, "-y", "music.wav"], { cwd });
  await run(
    "ffmpeg",
    ["-v", "error", "-i", "film.mov", "-ac", "1", "-f", "s16le", "-y", "raw.pcm"],
    {
      cwd,
    },
  );
  const shot = await shelve(shelf, "film", join(cwd, "film.mov"), clipFacts(120, 4));
  const bed = await shelve(shelf, "music", join(cwd, "music.wav"), {
    ...clipFacts(120, 4),
    kind: "audio",
    video: null,
  });
  const writer = createPeakWriter();
  const { stdout } = await run("cat", ["raw.pcm"], { cwd, encoding: "buffer" });
  writer.push(stdout);
  shelf.objects.set("/film-peaks", Buffer.from(peaksFile([writer.finish()])));
  const job = filmJob(shelf, {
    shots: [{ asset: shot, at: 0, length: 120 }],
    music: [{ asset: bed, at: 0, length: 120 }],
  });
  const edits: Edit[] = [
    { type: "set-track", trackId: "music", ducking: DEFAULT_DUCKING },
    { type: "add-track", track: plainTrack("cc", "caption", "Captions") },
    {
      type: "put-captions",
      trackId: "cc",
      mode: "add",
      idBase: "cue",
      cues: [{ start: SECOND, duration: SECOND, text: "MMMMMMMM" }],
    },
  ];
  let { document } = job;
  for (const edit of edits) {
    const edited = applyEdit(document, edit);
    if (!edited.ok) throw new Error(JSON.stringify(edited.failure));
    document = edited.value.document;
  }
  const assets = job.assets.map((asset) =>
    asset.asset_id === "film" ? { ...asset, peaks_url: `${shelf.base}/film-peaks` } : asset,
  );
  return { ...job, document, assets };
}

async function exported(job: ExportJob) {
  const own = await testJob(engine);
  jobs.push(own);
  const result = await exportVideo(own.context, job, { rasteriser, limits: LIMITS });
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.internal}`);
  return { own, file: join(own.context.directory, "video.mp4") };
}

/** The music alone, whose pitch is its own: its loudest sample between two seconds. */
async function musicOf(file: string): Promise<(fromS: number, toS: number) => number> {
  const wav = `${file}.high.wav`;
  const high = ["-af", "highpass=f=2000:p=2,highpass=f=2000:p=2", "-y", wav];
  await run("ffmpeg", ["-v", "error", "-i", file, "-vn", "-c:a", "pcm_s16le", ...high]);
  const heard = await samples(wav);
  return (fromS, toS) =>
    Math.max(...heard.slice(fromS * 48_000, toS * 48_000).map((one) => Math.abs(one)));
}

/** Brightest pixel of the lower half of the picture at a second. */
async function lowerHalf(file: string, atS: number): Promise<number> {
  const one = ["-frames:v", "1", "-vf", "crop=iw:ih/2:0:ih/2,format=gray", "-f", "rawvideo", "-"];
  const args = ["-v", "error", "-ss", String(atS), "-i", file, ...one];
  const { stdout } = await run("ffmpeg", args, { encoding: "buffer" });
  return Math.max(...stdout);
}

describe("an export's captions and sound", () => {
  test("music gives way to speech, captions are drawn, and the whole comes to the asked loudness", async () => {
    const job = await duckedJob();
    const { file, own } = await exported({ ...job, spec: { ...job.spec, loudness_lufs: -16 } });
    const music = await musicOf(file);
    const [before, under, after] = [music(0.5, 1.2), music(1.7, 2.3), music(3.3, 3.8)];
    const loweredDb = 20 * Math.log10(before / under);
    expect(Math.abs(loweredDb - DEFAULT_DUCKING.depthDb)).toBeLessThan(1);
    expect(Math.abs(20 * Math.log10(before / after))).toBeLessThan(0.5);
    expect(await lowerHalf(file, 0.5)).toBeLessThan(30);
    expect(await lowerHalf(file, 1.5)).toBeGreaterThan(200);
    const wav = ["-vn", "-c:a", "pcm_s16le", "-y", join(own.context.directory, "back.wav")];
    await run("ffmpeg", ["-v", "error", "-i", file, ...wav]);
    const measured = await measureLoudness(own.context, "back.wav");
    expect(measured).toMatchObject({ ok: true });
    expect(Math.abs((measured.ok ? (measured.value.lufs ?? 0) : 0) + 16)).toBeLessThan(0.5);
  });

  test("captions beside the picture are not in it, and nothing is ducked without its peaks", async () => {
    const job = await duckedJob();
    const assets = job.assets.map(({ peaks_url: _peaks, ...asset }) => asset);
    const { file } = await exported({
      ...job,
      assets,
      spec: { ...job.spec, captions: "sidecar" },
    });
    expect(await lowerHalf(file, 1.5)).toBeLessThan(30);
    const music = await musicOf(file);
    const change = music(0.5, 1.2) / music(1.7, 2.3);
    expect(Math.abs(20 * Math.log10(change))).toBeLessThan(0.5);
  });
});
