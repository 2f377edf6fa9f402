import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ExportJob, ExportSpec } from "@cutroom/contracts";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import type { Asset } from "../testing/film.ts";
import { samples } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { askedPlan } from "./asked-plan.ts";
import { exportVideo, planOf } from "./export-video.ts";
import { gatherInputs } from "./gather-inputs.ts";
import { probeEncoders } from "./probe-encoders.ts";
import { renderPlan } from "./render-plan.ts";
import { rangesOf } from "./render-share.ts";
import { segmentRanges } from "./render.ts";
import { openSegmentCache } from "./segment-cache.ts";
import type { SegmentCache } from "./segment-cache.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const LIMITS = { maxPictures: 16, maxSounds: 24, segmentSeconds: 1, threads: 1 };
/** Inside a crossfade, and inside a clip with a title: 86 frames. */
const RANGE = { start_frame: 27, end_frame: 120 - 7 };
const COUNT = RANGE.end_frame - RANGE.start_frame;
let engine: MediaEngine;
let shelf: ObjectShelf;
let baseline: Asset;
let root: string;
let cache: SegmentCache;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
  baseline = await shelve(shelf, "baseline", zooFile("baseline.mp4"), clipFacts(60, 2));
  root = await mkdtemp(join(tmpdir(), "range-test-"));
  const { identity: encoder } = await probeEncoders(engine, root);
  cache = await openSegmentCache({ directory: join(root, "cache"), maxBytes: 2 ** 30, encoder });
});
afterAll(async () => {
  await Promise.all([engine.close(), shelf.close(), rm(root, { recursive: true })]);
});

/** Clips of a second each, a crossfade after the first, a title over the third, quiet music. */
function jobOf(spec: Partial<ExportSpec>): ExportJob {
  const shots = Array.from({ length: 5 }, (_, index) => ({
    asset: baseline,
    at: index * 30,
    length: 30,
    from: 10 + index,
    gainDb: -12,
  }));
  const music = [{ asset: baseline, at: 15, length: 60, gainDb: -18 }];
  const title = { text: "By the sea", at: 65, length: 20 };
  const job = filmJob(shelf, { shots, crossfades: { 0: 10 }, music, title });
  return { ...job, watermark: true, spec: { ...job.spec, ...spec } };
}

async function frameHashes(cwd: string, args: readonly string[]): Promise<string[]> {
  const { stdout } = await run("ffmpeg", ["-v", "error", ...args], { cwd, maxBuffer: 2 ** 24 });
  return hashesIn(stdout);
}

const hashesIn = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(",").at(-1)?.trim() ?? "");

/** Every frame as the graph makes it, before any encoder. */
async function drawn(spec: Partial<ExportSpec>): Promise<string[]> {
  const own = await testJob(engine);
  try {
    const job = jobOf(spec);
    const whole = planOf(job);
    if (!whole.ok) throw new Error(whole.failure.internal);
    const { plan } = askedPlan(whole.value, job);
    const inputs = await gatherInputs(own.context, plan, job, rasteriser);
    if (!inputs.ok) throw new Error(inputs.failure.internal);
    const output = { kind: "frame-hashes", fileName: "hashes.txt", streams: "video" } as const;
    const made = await renderPlan(own.context, plan, inputs.value, output);
    if (!made.ok) throw new Error(made.failure.internal);
    return hashesIn(await readFile(join(own.context.directory, "hashes.txt"), "utf8"));
  } finally {
    await own.remove();
  }
}

async function exported<T>(spec: Partial<ExportSpec>, read: (file: string) => Promise<T>) {
  const own = await testJob(engine);
  try {
    const done = await exportVideo(own.context, jobOf(spec), { rasteriser, limits: LIMITS, cache });
    if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
    const file = join(own.context.directory, done.value.files["video"] ?? "");
    return { ...done.value, seen: await read(file) };
  } finally {
    await own.remove();
  }
}

describe("an export of a range", () => {
  test("has the very frames of the whole film, from inside a crossfade on (E2, E4)", async () => {
    const [whole, part] = [await drawn({}), await drawn({ range: RANGE })];
    expect(part).toHaveLength(COUNT);
    expect(part).toEqual(whole.slice(RANGE.start_frame, RANGE.end_frame));
  });

  test("has the very samples of the whole film, and is checked against its own length (E4)", async () => {
    const whole = await exported({ format: "wav" }, samples);
    const part = await exported({ format: "wav", range: RANGE }, samples);
    expect(part.result).toMatchObject({ duration_ms: 2_867 });
    const [from, to] = [RANGE.start_frame * 1_600, RANGE.end_frame * 1_600];
    expect(part.seen).toHaveLength(COUNT * 1_600);
    expect(part.seen.some((sample) => Math.abs(sample) > 1_000)).toBe(true);
    expect(Buffer.from(part.seen.buffer)).toEqual(Buffer.from(whole.seen.slice(from, to).buffer));
  });

  test("takes from the cache what the whole film left there, and leaves the rest (F54)", async () => {
    const read = (file: string) =>
      frameHashes(root, ["-i", file, "-map", "0:v:0", "-f", "framemd5", "-"]);
    const whole = await exported({}, read);
    const part = await exported({ range: RANGE }, read);
    expect(part.result).toMatchObject({ frame_count: COUNT, duration_ms: 2_867 });
    expect(part.seen).toHaveLength(COUNT);
    // All but the two that the range begins and ends in.
    expect(part.result.segments_reused).toBe((part.result.segments ?? 0) - 2);
    expect(part.result.segments_reused).toBeGreaterThan(0);
    const inWhole = new Set(whole.seen);
    expect(part.seen.filter((hash) => inWhole.has(hash)).length).toBeGreaterThanOrEqual(30);
  });

  test("is as long at another rate, and a still is of the whole film (E4)", () => {
    const gif = jobOf({ format: "gif", range: RANGE });
    const still = jobOf({ format: "png", range: RANGE });
    const [slow, whole] = [planOf(gif), planOf(still)];
    if (!slow.ok || !whole.ok) throw new Error("no plan");
    expect(askedPlan(slow.value, gif)).toMatchObject({
      plan: { frameCount: 57 - 14, rate: { n: 15, d: 1 } },
      stretch: { startFrame: 14 },
    });
    expect(askedPlan(whole.value, still)).toEqual({ plan: whole.value });
  });

  test("is cut in shares that cover it once, on the whole film's grid", () => {
    const job = jobOf({ range: RANGE });
    const whole = planOf(job);
    if (!whole.ok) throw new Error(whole.failure.internal);
    const { plan, stretch } = askedPlan(whole.value, job);
    const ranges = segmentRanges(plan, { ...LIMITS, stretch }) ?? [];
    const shares = [0, 1].flatMap((index) => rangesOf(ranges, COUNT, { index, count: 2 }));
    expect(shares).toEqual(ranges);
    expect([ranges[0]?.startFrame, ranges.at(-1)?.endFrame]).toEqual([0, COUNT]);
    const grid = (segmentRanges(whole.value, LIMITS) ?? []).map(({ endFrame }) => endFrame);
    for (const { endFrame } of ranges.slice(0, -1)) {
      expect(grid).toContain(endFrame + RANGE.start_frame);
    }
  });
});
