import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { EngineJob, MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import type { Asset, Film, Shot } from "../testing/film.ts";
import { testEngine, testJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { exportVideo } from "./export-video.ts";
import { probeEncoders } from "./probe-encoders.ts";
import { openSegmentCache } from "./segment-cache.ts";
import type { SegmentCache } from "./segment-cache.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const LIMITS = { maxPictures: 16, maxSounds: 24, segmentSeconds: 1, threads: 1 };
const SHOTS = 5;
let engine: MediaEngine;
let shelf: ObjectShelf;
let baseline: Asset;
let root: string;
let encoder: string;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
  baseline = await shelve(shelf, "baseline", zooFile("baseline.mp4"), clipFacts(60, 2));
  root = await mkdtemp(join(tmpdir(), "segments-test-"));
  ({ identity: encoder } = await probeEncoders(engine, root));
});

afterAll(async () => {
  await Promise.all([engine.close(), shelf.close(), rm(root, { recursive: true })]);
});

let caches = 0;
async function openedCache(): Promise<{ cache: SegmentCache; directory: string }> {
  caches += 1;
  const directory = join(root, `cache-${caches}`);
  return { directory, cache: await openSegmentCache({ directory, maxBytes: 2 ** 30, encoder }) };
}

/** Clips of a second each, with a crossfade after the first and a title on the third. */
function film(change: (shots: Shot[]) => Shot[] = (shots) => shots, title = "By the sea"): Film {
  const shots = Array.from({ length: SHOTS }, (_, index) => ({
    asset: baseline,
    at: index * 30,
    length: 30,
    from: 10 + index,
  }));
  return {
    shots: change(shots),
    crossfades: { 0: 10 },
    title: { text: title, at: 65, length: 20 },
  };
}

const shotChanged = (index: number, by: Partial<Shot>) => (shots: Shot[]) =>
  shots.map((shot, at) => (at === index ? { ...shot, ...by } : shot));

/** The film's frame hashes and sound, and how many of its segments were reused. */
async function exported(one: Film, cache: SegmentCache | null, atOnce = 1, wholeSeconds = 0) {
  const job = await testJob(engine);
  try {
    const limits = { ...LIMITS, atOnce, wholeSeconds };
    const tools = { rasteriser, limits, ...(cache ? { cache } : {}) };
    const done = await exportVideo(job.context, filmJob(shelf, one), tools);
    if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
    const hash = async (stream: string) => {
      const args = ["-v", "error", "-i", "video.mp4", "-map", stream, "-f", "framemd5", "-"];
      const { stdout } = await run("ffmpeg", args, {
        cwd: job.context.directory,
        maxBuffer: 2 ** 24,
      });
      return stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    };
    const [frames, sound] = [await hash("0:v:0"), await hash("0:a:0")];
    const { segments, segments_reused: reused } = done.value.result;
    const logged = job.log.find(({ event }) => event === "export.rendered");
    return {
      frames,
      sound: createHash("md5").update(sound.join()).digest("hex"),
      segments,
      reused,
      logged,
    };
  } finally {
    await job.remove();
  }
}

describe("an export from the cache", () => {
  test("is found again whole when it is short and nothing changed, and rendered when anything did", async () => {
    const { cache } = await openedCache();
    const whole = (one: Film) => exported(one, cache, 1, 12);
    const [first, again] = [await whole(film()), await whole(film())];
    expect([first, again].map(({ segments, reused }) => [segments, reused])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect([again.frames, again.sound]).toEqual([first.frames, first.sound]);
    const quieter = await whole(film(shotChanged(3, { gainDb: -6 })));
    expect([quieter.reused, quieter.sound === first.sound]).toEqual([0, false]);
    expect((await whole(film(undefined, "By the lake"))).reused).toBe(0);
  });

  test.each([
    ["a short film", 12],
    ["a film in segments", 0],
  ])(
    "%s that is not what was asked for leaves nothing for another attempt (F48)",
    async (_, wholeSeconds) => {
      const { cache, directory } = await openedCache();
      const job = await testJob(engine);
      // Without sound where the document says that there is some.
      const asked = filmJob(shelf, film());
      let kept = 0;
      const counting = {
        ...cache,
        keep: (key: string, path: string) => {
          kept += 1;
          return cache.keep(key, path);
        },
      };
      const spoiling = {
        ...job.context,
        engine: {
          ...engine,
          run: (order: EngineJob) => {
            const args =
              order.args.at(-1) === "video.mp4" ? order.args.toSpliced(-1, 0, "-an") : order.args;
            return engine.run({ ...order, args });
          },
        },
      };
      const limits = { ...LIMITS, wholeSeconds };
      const done = await exportVideo(spoiling, asked, { rasteriser, limits, cache: counting });
      expect(done).toMatchObject({ ok: false, failure: { code: "VERIFY_FAILED" } });
      expect(kept > 0).toBe(wholeSeconds === 0);
      expect(await readdir(directory)).toEqual([]);
      await job.remove();
    },
  );
});

describe("segments", () => {
  test("one film, frame by frame, with and without a cache, one or two at once (F54)", async () => {
    const { cache } = await openedCache();
    const plain = await exported(film(), null, 1);
    expect(plain.frames).toHaveLength(SHOTS * 30);
    expect(plain.segments).toBeGreaterThan(3);
    const others = [
      await exported(film(), null, 2),
      await exported(film(), cache, 2),
      await exported(film(), cache, 1),
    ];
    for (const { frames, sound } of others) {
      expect(frames).toEqual(plain.frames);
      expect(sound).toBe(plain.sound);
    }
    expect(others.map(({ reused }) => reused)).toEqual([0, 0, plain.segments]);
    expect(others[2]?.logged).toMatchObject({ segments: plain.segments, reused: plain.segments });
  });

  test("a changed clip or title renders its own segment, a changed level none", async () => {
    const { cache } = await openedCache();
    const { segments = 0 } = await exported(film(), cache);
    const clip = film(shotChanged(3, { from: 25 }));
    const edited = await exported(clip, cache, 2);
    expect(edited.reused).toBe(segments - 1);
    expect(edited.frames).toEqual((await exported(clip, null)).frames);
    const retitled = await exported(film(undefined, "In the hills"), cache);
    expect(retitled.reused).toBe(segments - 1);
    const quieter = await exported(film(shotChanged(3, { gainDb: -6 })), cache);
    expect(quieter.reused).toBe(segments);
  });

  test("what lies behind a shortened clip moves forward and is not rendered again", async () => {
    const { cache } = await openedCache();
    const { segments = 0 } = await exported(film(), cache);
    const shorter = film((shots) =>
      shots.map((shot, index) => ({
        ...shot,
        at: shot.at - (index > 3 ? 5 : 0),
        length: shot.length - (index === 3 ? 5 : 0),
      })),
    );
    const edited = await exported(shorter, cache);
    expect(edited.frames).toHaveLength(SHOTS * 30 - 5);
    expect(edited.reused).toBe(segments - 1);
  });

  test("a truncated file of the cache is never used", async () => {
    const { cache, directory } = await openedCache();
    const first = await exported(film(), cache);
    for (const name of await readdir(directory)) await truncate(join(directory, name), 2_000);
    const second = await exported(film(), cache);
    expect(second.reused).toBe(0);
    expect(second.frames).toEqual(first.frames);
  });

  test("other settings of the encoder or other bytes of a master reuse nothing", async () => {
    const { cache } = await openedCache();
    await exported(film(), cache);
    const other = await shelve(shelf, "other", zooFile("edit_list.mp4"), clipFacts(60, 2));
    const swapped = film((shots) => shots.map((shot) => ({ ...shot, asset: other })));
    expect((await exported(swapped, cache)).reused).toBe(0);
    const job = await testJob(engine);
    const limits = { ...LIMITS, threads: 2 };
    const done = await exportVideo(job.context, filmJob(shelf, film()), {
      rasteriser,
      limits,
      cache,
    });
    await job.remove();
    expect(done).toMatchObject({ ok: true, value: { result: { segments_reused: 0 } } });
  });
});
