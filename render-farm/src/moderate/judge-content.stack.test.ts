import { execFile } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createNsfwjsJudge } from "@cutroom/adapters/picture-judge/nsfwjs";
import { FIRST_POLICY, sampleOf } from "@cutroom/domain/moderation";
import type { MediaEngine, PictureJudge } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateClip } from "../generate/generate-clip.ts";
import { ingest } from "../ingest/ingest.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { judgeContent } from "./judge-content.ts";

const run = promisify(execFile);
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 60_000, max_streams: 8 };
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const judge = createNsfwjsJudge();
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

async function newJob() {
  const job = await testJob(engine);
  jobs.push(job);
  return job.context;
}

/** Ingests a file as the farm does and shows a judge what came of it. */
async function judged(file: string, by: PictureJudge = judge) {
  const context = await newJob();
  await copyFile(file, join(context.directory, "source.bin"));
  const done = await ingest(context, "source.bin", LIMITS);
  if (!done.ok) throw new Error(done.failure.internal);
  const { files, filmstrip } = done.value;
  const name = files["filmstrip"] ?? files["poster"] ?? "";
  const bytes = await readFile(join(context.directory, name));
  shelf.objects.set("/pictures.jpg", bytes);
  return judgeContent(await newJob(), by, {
    pictures: { url: `${shelf.base}/pictures.jpg`, size_bytes: bytes.length, sheet: filmstrip },
    tiles: [...sampleOf(filmstrip?.count ?? 0, FIRST_POLICY.frames)],
  });
}

async function drawn(name: string, ...source: string[]) {
  const file = join((await newJob()).directory, name);
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", ...source, file]);
  return file;
}

async function painted(prompt: string) {
  const context = await newJob();
  const spec = { model: "procedural", prompt, seed: 7, ratio: "16:9", duration_ms: 2_000 } as const;
  const job = { kind: "generate", spec: { ...spec, caption: true }, outputs: [] } as const;
  const made = await generateClip(context, { ...job, outputs: [] }, { rasteriser });
  if (!made.ok) throw new Error(made.failure.internal);
  return join(context.directory, "video.mp4");
}

const findingOf = (said: Awaited<ReturnType<typeof judged>>) => {
  if (said.kind !== "judged") throw new Error(said.internal);
  return FIRST_POLICY.find({ kind: "picture", frames: said.frames });
};

describe("what a judge says of a content (G5)", () => {
  it("is one score for each of at most a dozen moments of a film", async () => {
    const said = await judged(await drawn("film.mp4", "-i", "testsrc2=s=320x180:r=10:d=30"));
    if (said.kind !== "judged") throw new Error(said.internal);
    expect(said.frames).toHaveLength(12);
    expect([said.frames[0]?.atMs, said.frames.at(-1)?.atMs]).toEqual([0, 29_000]);
    expect(findingOf(said)).toEqual([]);
  });

  it("is one score of a still picture, which has no time", async () => {
    const still = ["-i", "mandelbrot=s=640x480", "-frames:v", "1"];
    const said = await judged(await drawn("still.png", ...still));
    expect(said).toMatchObject({ kind: "judged", frames: [{ atMs: null }] });
    expect(findingOf(said)).toEqual([]);
  });

  it("finds nothing in what our own model paints", async () => {
    expect(findingOf(await judged(await painted("a calm sea at sunset")))).toEqual([]);
  });

  it("is no verdict when the judge fails, and a doubt when its answer was not heard (I3)", async () => {
    const file = await drawn("short.mp4", "-i", "testsrc2=s=320x180:r=10:d=1");
    const saying = (kind: "failed" | "unknown"): PictureJudge => ({
      version: "test",
      judge: () => Promise.resolve({ kind, internal: "no answer" }),
    });
    const none = { kind: "none", internal: "no answer" };
    expect(await judged(file, saying("failed"))).toEqual({ ...none, isUnknown: false });
    expect(await judged(file, saying("unknown"))).toEqual({ ...none, isUnknown: true });
    const silent = {
      version: "test",
      judge: () => Promise.resolve({ kind: "judged" as const, scores: [] }),
    };
    expect(await judged(file, silent)).toMatchObject({ kind: "none", isUnknown: false });
  });

  it("is asked of the model that the policy names", () => {
    const rule = FIRST_POLICY.models.find(({ model }) => model === "picture");
    expect(judge.version).toBe(rule?.version);
  });
});
