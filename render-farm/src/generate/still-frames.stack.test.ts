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

async function generated(prompt: string, frames?: GenerateJob["frames"]): Promise<string> {
  const job = await testJob(engine);
  jobs.push(job);
  const spec = {
    model: "procedural",
    prompt,
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
  const made = await generateClip(job.context, asked, { rasteriser });
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
    const [film, goal] = [await generated("a sea at noon"), await generated("a city at night")];
    const frame = async (role: "first_frame" | "last_frame", file: string, at_ms: number) => {
      const bytes = await readFile(file);
      shelf.objects.set(`/${role}`, bytes);
      const url = `${shelf.base}/${role}`;
      return { role, asset_id: role, kind: "video" as const, at_ms, url, size_bytes: bytes.length };
    };
    const onward = await generated("push in", [
      await frame("first_frame", film, 2_000),
      await frame("last_frame", goal, 0),
    ]);
    const [from, to] = [await frameOf(film, 59), await frameOf(goal, 0)];
    expect(apart(from, to)).toBeGreaterThan(20);
    expect(apart(await frameOf(onward, 0), from)).toBeLessThan(4);
    expect(apart(await frameOf(onward, 59), to)).toBeLessThan(4);
  });
});
