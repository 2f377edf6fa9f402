import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facts } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { ingest } from "./ingest.ts";

const run = promisify(execFile);
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
const SECONDS = 3;
const VOICE = ["-f", "lavfi", "-i", `sine=frequency=330:duration=${SECONDS}`];
const OPUS = ["-c:a", "libopus", "-b:a", "64k"];
const jobs: TestJob[] = [];
let engine: MediaEngine;

beforeAll(async () => {
  engine = await testEngine("native");
});

afterAll(async () => {
  await engine.close();
  await Promise.all(jobs.map((job) => job.remove()));
});

/** As a browser's recorder writes it: into a pipe, so with neither a length nor an index. */
async function recorded(name: string, args: readonly string[]) {
  const job = await testJob(engine);
  jobs.push(job);
  const command = ["-v", "error", ...args, "-f", "webm", "-live", "1", "pipe:1"];
  const { stdout } = await run("ffmpeg", command, { encoding: "buffer", maxBuffer: 2 ** 26 });
  await writeFile(join(job.context.directory, "source.bin"), stdout);
  const result = await ingest(job.context, "source.bin", LIMITS);
  if (!result.ok) throw new Error(`${name}: ${result.failure.code} ${result.failure.internal}`);
  const at = (path: string) => join(job.context.directory, path);
  return { ...result.value, at };
}

const seconds = (flicks: number) => flicks / FLICKS_PER_SECOND;

describe("what a browser has recorded (F04)", () => {
  test("a voice alone, without a length in the file, is sound of its true length", async () => {
    const { facts: found } = await recorded("voice", [...VOICE, ...OPUS]);
    expect(found.kind).toBe("audio");
    expect(seconds(found.duration)).toBeGreaterThan(SECONDS - 0.1);
    expect(seconds(found.duration)).toBeLessThan(SECONDS + 0.1);
  });

  test("a screen that rarely changes keeps its length, at one rate, beside its sound", async () => {
    // Frames come when something moves: 12 in the first second, then one every half second.
    const still = "select='if(lt(t,1),not(mod(n,2)),not(mod(n,12)))'";
    const picture = ["-f", "lavfi", "-i", `testsrc=size=320x180:rate=24:duration=${SECONDS}`];
    const video = ["-vf", still, "-fps_mode", "vfr", "-c:v", "libvpx", "-deadline", "realtime"];
    const args = [...picture, ...VOICE, ...video, ...OPUS];
    const value = await recorded("screen", args);
    const { video: shown, audio } = value.facts;
    expect(audio).not.toBeNull();
    if (shown === null) throw new Error("no picture");
    const length = (shown.frameCount * shown.rate.d) / shown.rate.n;
    expect(length).toBeGreaterThan(SECONDS - 0.6);
    expect(length).toBeLessThan(SECONDS + 0.6);
    const proxy = await facts(value.at(value.files["proxy"] ?? ""));
    const kinds = new Set(proxy.streams.map(({ codec_type: type }) => type));
    expect(kinds).toEqual(new Set(["video", "audio"]));
  });
});
