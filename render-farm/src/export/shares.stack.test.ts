import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ExportJob, SegmentPack } from "@cutroom/contracts";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import type { Asset } from "../testing/film.ts";
import { testEngine, testJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { exportVideo } from "./export-video.ts";
import { probeEncoders } from "./probe-encoders.ts";
import { rangesOf, renderShare } from "./render-share.ts";
import { openSegmentCache } from "./segment-cache.ts";
import type { SegmentCache } from "./segment-cache.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const LIMITS = { maxPictures: 16, maxSounds: 24, segmentSeconds: 1, threads: 1 };
const SHOTS = 6;
let engine: MediaEngine;
let shelf: ObjectShelf;
let baseline: Asset;
let root: string;
let encoder: string;
let alone: Awaited<ReturnType<typeof makeFilm>>;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
  baseline = await shelve(shelf, "baseline", zooFile("baseline.mp4"), clipFacts(60, 2));
  root = await mkdtemp(join(tmpdir(), "shares-test-"));
  ({ identity: encoder } = await probeEncoders(engine, root));
  alone = await makeFilm(await newWorker(), filmOf(10));
});
afterAll(async () => {
  await Promise.all([engine.close(), shelf.close(), rm(root, { recursive: true })]);
});

let workers = 0;
/** A worker is what it keeps between two steps: a cache of its own. */
function newWorker(): Promise<SegmentCache> {
  workers += 1;
  const directory = join(root, `worker-${workers}`);
  return openSegmentCache({ directory, maxBytes: 2 ** 30, encoder });
}

/** Clips of a second each with a crossfade and a title; the fourth begins at frame `from`. */
function filmOf(from: number): ExportJob {
  const shots = Array.from({ length: SHOTS }, (_, index) => ({
    asset: baseline,
    at: index * 30,
    length: 30,
    from: index === 3 ? from : 10 + index,
  }));
  const title = { text: "By the sea", at: 65, length: 20 };
  return filmJob(shelf, { shots, crossfades: { 0: 10 }, title });
}

async function makeFilm(cache: SegmentCache, job: ExportJob, packs: readonly SegmentPack[] = []) {
  const own = await testJob(engine);
  try {
    const tools = { rasteriser, limits: LIMITS, cache };
    const done = await exportVideo(own.context, { ...job, packs: [...packs] }, tools);
    if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
    const args = ["-v", "error", "-i", "video.mp4", "-f", "framemd5", "-"];
    const cwd = own.context.directory;
    const { stdout } = await run("ffmpeg", args, { cwd, maxBuffer: 2 ** 24 });
    const { segments = 0, segments_reused: reused = 0 } = done.value.result;
    const missed = own.log.filter(({ event }) => event === "segment.not-taken").length;
    return { frames: stdout, segments, reused, missed };
  } finally {
    await own.remove();
  }
}

/** One segment step, with its pack in the store as its worker leaves it; null: it left none. */
async function makeShare(
  cache: SegmentCache,
  job: ExportJob,
  share: { readonly index: number; readonly count: number },
  packs: readonly SegmentPack[] = [],
): Promise<SegmentPack | null> {
  const own = await testJob(engine);
  try {
    const asked = { ...job, kind: "segments" as const, share, packs: [...packs] };
    const done = await renderShare(own.context, asked, { rasteriser, limits: LIMITS, cache });
    if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
    const { files, result } = done.value;
    if (files["pack"] === undefined) return null;
    workers += 1;
    const path = `/pack-${workers}`;
    shelf.objects.set(path, await readFile(join(own.context.directory, files["pack"])));
    return { url: `${shelf.base}${path}`, segments: result.segments };
  } finally {
    await own.remove();
  }
}

/** The shares of a film one after the other, share `k` by worker `k mod workers`. */
async function makeShares(job: ExportJob, crew: readonly SegmentCache[], count: number) {
  const packs: SegmentPack[] = [];
  for (let index = 0; index < count; index += 1) {
    const cache = crew[index % crew.length] ?? (await newWorker());
    const pack = await makeShare(cache, job, { index, count });
    if (pack !== null) packs.push(pack);
  }
  return packs;
}

describe("an export in shares", () => {
  test("is the same film, frame by frame, by one worker and by four, as in one step (F54)", async () => {
    expect(alone.segments).toBeGreaterThan(4);
    for (const many of [1, 4]) {
      const crew = await Promise.all(Array.from({ length: many }, newWorker));
      const packs = await makeShares(filmOf(10), crew, 4);
      expect(packs.flatMap((pack) => pack.segments)).toHaveLength(alone.segments);
      const film = await makeFilm(await newWorker(), filmOf(10), packs);
      expect(film.frames).toBe(alone.frames);
      expect([film.segments, film.reused]).toEqual([alone.segments, alone.segments]);
    }
  });

  test("loses with a killed worker that share alone (C9)", async () => {
    const count = 3;
    const first = await makeShare(await newWorker(), filmOf(10), { index: 0, count });
    const killed = await testJob(engine);
    const asked = { ...filmOf(10), kind: "segments" as const, share: { index: 1, count } };
    const progress = (percent: number) => percent > 10 && killed.abort();
    const dying = { ...killed.context, progress };
    const tools = { rasteriser, limits: LIMITS, cache: await newWorker() };
    expect((await renderShare(dying, asked, tools)).ok).toBe(false);
    await killed.remove();
    const last = await makeShare(await newWorker(), filmOf(10), { index: 2, count });
    const again = await makeShare(await newWorker(), filmOf(10), { index: 1, count });
    const packs = [first, last, again].flatMap((pack) => pack ?? []);
    const film = await makeFilm(await newWorker(), filmOf(10), packs);
    expect([film.frames, film.reused]).toEqual([alone.frames, alone.segments]);
  });

  test("renders what is gone from the store, cut off or of other bytes, and is the same film (C8)", async () => {
    const packs = await makeShares(filmOf(10), [], 3);
    const [gone, cut, other] = packs.map((pack) => pack.url.slice(shelf.base.length));
    if (gone === undefined || cut === undefined || other === undefined) throw new Error("3 packs");
    shelf.objects.delete(gone);
    shelf.objects.set(cut, shelf.objects.get(cut)?.subarray(0, 1_000) ?? Buffer.alloc(0));
    // As a worker would leave it that has lost its lease and is of another mind.
    const spoilt = Buffer.from(shelf.objects.get(other) ?? []);
    spoilt.fill(7, 2_000, 2_100);
    shelf.objects.set(other, spoilt);
    const film = await makeFilm(await newWorker(), filmOf(10), packs);
    expect(film.frames).toBe(alone.frames);
    const lastShare = packs[2]?.segments.length ?? 0;
    expect(film.reused).toBe(lastShare - 1);
    expect(film.missed).toBe(alone.segments - film.reused);
  });

  test("renders after an edit the changed part alone, whoever had rendered the rest", async () => {
    const before = await makeShares(filmOf(10), [], 3);
    const edited = filmOf(25);
    const after: SegmentPack[] = [];
    for (const index of [0, 1, 2]) {
      const pack = await makeShare(await newWorker(), edited, { index, count: 3 }, before);
      if (pack !== null) after.push(pack);
    }
    expect(after.map((pack) => pack.segments.length)).toEqual([1]);
    const film = await makeFilm(await newWorker(), edited, [...after, ...before]);
    expect(film.reused).toBe(film.segments);
    expect(film.frames).toBe((await makeFilm(await newWorker(), edited)).frames);
  });
});

describe("the ranges of a film", () => {
  test("are each in exactly one share, in order", () => {
    const ranges = Array.from({ length: 23 }, (_, index) => ({
      startFrame: index * 70,
      endFrame: Math.min((index + 1) * 70, 1_600),
    }));
    for (const count of [2, 5, 32]) {
      const shares = Array.from({ length: count }, (_, index) =>
        rangesOf(ranges, 1_600, { index, count }),
      );
      expect(shares.flat()).toEqual(ranges);
    }
  });
});
