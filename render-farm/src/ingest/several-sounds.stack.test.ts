/** A file with several sounds, from its upload to the export that plays the chosen one. */
import { execFile } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { applyEdit } from "@cutroom/timeline";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { readSoundPeaks } from "@cutroom/compiler";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportVideo } from "../export/export-video.ts";
import { filmJob, shelve } from "../testing/film.ts";
import { facts, peak, samples } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { ingest } from "./ingest.ts";

const run = promisify(execFile);
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
const RENDER = { maxPictures: 16, maxSounds: 24, segmentSeconds: 30, threads: 2 };
const jobs: TestJob[] = [];
let engine: MediaEngine;
let shelf: ObjectShelf;
let film: Awaited<ReturnType<typeof ingested>>;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
  film = await ingested(zooFile("two_audio_subs.mkv"));
});
afterAll(async () => {
  await Promise.all([engine.close(), shelf.close(), ...jobs.map((job) => job.remove())]);
});

async function freshJob(): Promise<TestJob & { readonly at: (name: string) => string }> {
  const job = await testJob(engine);
  jobs.push(job);
  return { ...job, at: (name) => join(job.context.directory, name) };
}

async function ingested(path: string) {
  const job = await freshJob();
  await copyFile(path, job.at("source.bin"));
  const result = await ingest(job.context, "source.bin", LIMITS);
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.internal}`);
  const { files } = result.value;
  const streams = async (name: string) =>
    (await facts(job.at(files[name] ?? ""))).streams.map((stream) => stream["codec_type"]);
  return { ...result.value, at: (name: string) => job.at(files[name] ?? ""), streams };
}

/** The first sound beeps for 100 ms of each second, the second is a steady tone of 880 Hz. */
function isTone(sound: Int16Array): boolean {
  const quietest = Math.min(...[0.3, 0.6, 1.3, 1.6].map((from) => peak(sound, from, from + 0.1)));
  const wave = sound.subarray(14_400, 14_400 + 24_000);
  const rises = wave.filter((value, at) => value >= 0 && (wave[at - 1] ?? 0) < 0).length;
  return quietest > 1_000 && Math.abs(rises - 440) <= 2;
}

describe("a file with several sounds", () => {
  test("keeps all of them, named, in master, proxy and peaks (F20)", async () => {
    expect(film.facts.sounds).toEqual([
      { language: "eng", title: null },
      { language: "deu", title: null },
    ]);
    expect(film.warnings).not.toContain("other-audio-tracks-ignored");
    for (const name of ["master", "proxy"]) {
      expect(await film.streams(name)).toEqual(["video", "audio", "audio"]);
      const both = [0, 1].map(async (stream) =>
        isTone(await samples(film.at(name), "mix", stream)),
      );
      expect(await Promise.all(both)).toEqual([false, true]);
    }
    const peaks = readSoundPeaks(await readFile(film.at("peaks")));
    const atHalf = peaks?.levels.map((levels) => (levels[50] ?? 0) > 4);
    expect(atHalf).toEqual([false, true]);
  });

  test("is exported with the sound that each clip chose (F20)", async () => {
    const asset = await shelve(shelf, "film", film.at("master"), film.facts);
    const job = filmJob(shelf, { shots: [{ asset, at: 0, length: 60 }] });
    const chosen = applyEdit(job.document, {
      type: "set-clip",
      clipIds: ["shot0"],
      changes: { audio: { stream: 1 } },
    });
    if (!chosen.ok) throw new Error(chosen.failure.code);
    const heard = [job.document, chosen.value.document].map(async (document) => {
      const own = await freshJob();
      const tools = { rasteriser: createTitleRasteriser(nodeTitleAssets()), limits: RENDER };
      const done = await exportVideo(own.context, { ...job, document }, tools);
      if (!done.ok) throw new Error(done.failure.internal);
      return isTone(await samples(own.at("video.mp4")));
    });
    expect(await Promise.all(heard)).toEqual([false, true]);
  });

  test("may have no picture: its master then is a file that holds several sounds", async () => {
    const made = await freshJob();
    const maps = ["-map", "0:a", "-c", "copy", "-f", "matroska", "sounds.mka"];
    await run("ffmpeg", ["-v", "error", "-i", zooFile("two_audio_subs.mkv"), ...maps], {
      cwd: made.context.directory,
    });
    const sound = await ingested(made.at("sounds.mka"));
    expect(sound.facts).toMatchObject({ kind: "audio", video: null });
    expect(await sound.streams("master")).toEqual(["audio", "audio"]);
    expect(isTone(await samples(sound.at("master"), "mix", 1))).toBe(true);
    expect(await sound.streams("proxy")).toEqual(["audio", "audio"]);
  });
});
