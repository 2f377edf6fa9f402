import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { GenerateJob } from "@cutroom/contracts";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { generateClip } from "./generate-clip.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const jobs: TestJob[] = [];
let engine: MediaEngine;
let shelf: ObjectShelf;
beforeAll(async () => {
  engine = await testEngine("native");
  shelf = await openShelf();
});
afterAll(async () => {
  await Promise.all(jobs.map((job) => job.remove()));
  await shelf.close();
  await engine.close();
});

async function generated(frames?: GenerateJob["frames"]): Promise<string> {
  const job = await testJob(engine);
  jobs.push(job);
  const spec = {
    model: "procedural",
    prompt: "a calm sea at sunset, pan right",
    seed: 7,
    ratio: "16:9",
    duration_ms: 2_000,
    caption: false,
  } as const;
  const asked: GenerateJob = {
    kind: "generate",
    spec,
    outputs: [],
    ...(frames === undefined ? {} : { frames }),
  };
  const made = await generateClip(job.context, asked, rasteriser);
  if (!made.ok) throw new Error(`${made.failure.code} ${made.failure.internal}`);
  return join(job.context.directory, "video.mp4");
}

/** One frame of a film as grey bytes, small. */
async function frameOf(file: string, index: number): Promise<Buffer> {
  const { stdout } = await run(
    "ffmpeg",
    [
      ["-v", "error", "-i", file, "-frames:v", "1", "-f", "rawvideo"],
      ["-vf", `select=eq(n\\,${index}),scale=160:90,format=gray`, "-"],
    ].flat(),
    { encoding: "buffer" },
  );
  return stdout;
}
const apart = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;

describe("a clip that goes on from another", () => {
  test("begins where the film was left, and ends on the picture it was asked to reach (M3)", async () => {
    const film = await generated();
    const bytes = await readFile(film);
    shelf.objects.set("/film", bytes);
    const frame = (role: "first_frame" | "last_frame", at_ms: number) => ({
      role,
      asset_id: "film",
      kind: "video" as const,
      at_ms,
      url: `${shelf.base}/film`,
      size_bytes: bytes.length,
    });
    const onward = await generated([frame("first_frame", 2_000), frame("last_frame", 0)]);
    const [start, end] = [await frameOf(film, 0), await frameOf(film, 59)];
    expect(apart(start, end)).toBeGreaterThan(6);
    expect(apart(await frameOf(onward, 0), end)).toBeLessThan(3);
    expect(apart(await frameOf(onward, 59), start)).toBeLessThan(3);
  });
});
