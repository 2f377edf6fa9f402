import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { openArgs } from "@cutroom/compiler";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { runTool } from "./run-tool.ts";

const QUIET = ["-hide_banner", "-nostdin", "-y", "-v", "error"];
const from = (file: string) => [...openArgs(file), "-i", file];
const SOUND = from("sound.wav");
const PICTURE = from("picture.mkv");

describe("a scratch disk that fills up", () => {
  let engine: MediaEngine;
  let job: TestJob;
  beforeAll(async () => {
    engine = await testEngine("native");
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    job = await testJob(engine);
    // The system's own full disk: whatever is written there finds no room.
    const sources = [
      "-f",
      "lavfi",
      "-i",
      "testsrc2=s=320x180:r=30:d=1",
      "-f",
      "lavfi",
      "-i",
      "sine=d=2",
    ];
    const made = ["-map", "0", "picture.mkv", "-map", "1", "sound.wav"];
    const args = [...QUIET, ...sources, ...made];
    await engine.run({ tool: "ffmpeg", args, directory: job.context.directory, timeoutMs: 60_000 });
    await symlink("/dev/full", join(job.context.directory, "full"));
  });
  afterEach(() => job.remove());

  test.each([
    ["a video", [...PICTURE, "-c:v", "libx264", "-f", "matroska"]],
    ["raw frames", [...PICTURE, "-f", "rawvideo"]],
    [
      "a sound whose last block alone does not fit, which FFmpeg calls a success",
      [...SOUND, "-f", "wav"],
    ],
  ])("%s is STORAGE_FAILED and may be tried again (I2)", async (_, args) => {
    const ran = await runTool(job.context, "ffmpeg", [...QUIET, ...args, "full"]);
    expect(ran).toMatchObject({ ok: false, failure: { code: "STORAGE_FAILED", retryable: true } });
  });

  test("a list of packets is STORAGE_FAILED too, not a fault of the file (I2)", async () => {
    await runTool(job.context, "ffmpeg", [...QUIET, ...PICTURE, "film.mkv"]);
    const args = ["-v", "error", "-show_packets", "-o", "full", ...from("film.mkv")];
    const ran = await runTool(job.context, "ffprobe", args);
    expect(ran).toMatchObject({ ok: false, failure: { code: "STORAGE_FAILED", retryable: true } });
  });

  test("what a file says of itself is no full disk", async () => {
    const title = "title=x: No space left on device";
    await runTool(job.context, "ffmpeg", [...QUIET, ...PICTURE, "-metadata", title, "film.mkv"]);
    const read = ["-nostdin", ...from("film.mkv"), "-f", "null", "-"];
    const ran = await runTool(job.context, "ffmpeg", read);
    expect(ran.ok && ran.value.stderr).toContain("No space left on device");
  });
});
