import { execFile } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MediaEngine } from "@cutroom/ports";
import { FLICKS_PER_SECOND, parseCaptions } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { zooFile } from "../testing/zoo.ts";
import { ingest } from "./ingest.ts";

const run = promisify(execFile);
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
const HALF_SECOND = FLICKS_PER_SECOND / 2;

let engine: MediaEngine;
const jobs: TestJob[] = [];
beforeAll(async () => {
  engine = await testEngine("native");
});
afterAll(async () => {
  await engine.close();
  await Promise.all(jobs.map((job) => job.remove()));
});

async function newJob() {
  const job = await testJob(engine);
  jobs.push(job);
  return { context: job.context, at: (name: string) => join(job.context.directory, name) };
}

async function ingested({ context }: Awaited<ReturnType<typeof newJob>>) {
  const result = await ingest(context, "source.bin", LIMITS);
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.internal}`);
  return result.value;
}

describe("subtitles inside a file", () => {
  test("become WebVTT on the file's own time, whenever that begins (F20)", async () => {
    const job = await newJob();
    const cue = (text: string) => `1\n00:00:00,500 --> 00:00:01,500\n${text}\n`;
    await writeFile(job.at("en.srt"), cue("Hello <i>there</i>"));
    await writeFile(job.at("zh.srt"), cue("你好"));
    const inputs = [zooFile("baseline.mp4"), job.at("en.srt"), job.at("zh.srt")];
    await run("ffmpeg", [
      ...inputs.flatMap((input) => ["-i", input]),
      ..."-map 0 -map 1 -map 2 -c copy -c:s ass -output_ts_offset 7 -f matroska".split(" "),
      ..."-metadata:s:s:0 language=eng -metadata:s:s:1 language=chi".split(" "),
      job.at("source.bin"),
    ]);
    const { subtitles, files, warnings } = await ingested(job);
    expect(subtitles).toEqual([
      { name: "subtitles-0", language: "eng", title: null },
      { name: "subtitles-1", language: "chi", title: null },
    ]);
    const read = async (name: string) => {
      const parsed = parseCaptions(await readFile(job.at(files[name] ?? ""), "utf8"));
      if (!parsed.ok) throw new Error(parsed.failure.code);
      return parsed.value.cues.map(({ start, end, text }) => [start, end, text]);
    };
    expect(await read("subtitles-0")).toEqual([[HALF_SECOND, 3 * HALF_SECOND, "Hello there"]]);
    expect(await read("subtitles-1")).toEqual([[HALF_SECOND, 3 * HALF_SECOND, "你好"]]);
    expect(warnings).not.toContain("subtitles-ignored");
  });

  test("are none of a file that has none, and are found beside two tracks of sound", async () => {
    const [plain, both] = [await newJob(), await newJob()];
    await copyFile(zooFile("baseline.mp4"), plain.at("source.bin"));
    await copyFile(zooFile("two_audio_subs.mkv"), both.at("source.bin"));
    expect((await ingested(plain)).subtitles).toEqual([]);
    expect((await ingested(both)).subtitles).toEqual([
      { name: "subtitles-0", language: null, title: null },
    ]);
  });
});
