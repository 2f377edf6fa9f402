import { execFile } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingest } from "../ingest/ingest.ts";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import type { Asset, Film } from "../testing/film.ts";
import { beeps, brightness, facts, flashes, peak, samples } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { exportVideo, planOf } from "./export-video.ts";
import { gatherInputs } from "./gather-inputs.ts";
import { mixSound } from "./mix-sound.ts";
import { verifyFilm } from "./verify.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const LIMITS = { maxPictures: 16, maxSounds: 24, segmentSeconds: 30, threads: 2 };
const jobs: TestJob[] = [];
let engine: MediaEngine;
let shelf: ObjectShelf;
let baseline: Asset;

beforeAll(async () => {
  [engine, shelf] = await Promise.all([testEngine("native"), openShelf()]);
  baseline = await shelve(shelf, "baseline", zooFile("baseline.mp4"), clipFacts(60, 2));
});

afterAll(async () => {
  await Promise.all([engine.close(), shelf.close(), ...jobs.map((job) => job.remove())]);
});

async function opened() {
  const job = await testJob(engine);
  jobs.push(job);
  return job;
}

async function exportFilm(film: Film, limits = LIMITS, on = engine) {
  const job = await testJob(on);
  jobs.push(job);
  const result = await exportVideo(job.context, filmJob(shelf, film), { rasteriser, limits });
  return { result, job, file: join(job.context.directory, "video.mp4") };
}

async function exported(film: Film, limits = LIMITS) {
  const { result, file, job } = await exportFilm(film, limits);
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.internal}`);
  return { ...result.value, file, job };
}

/** Ingests a difficult file and shelves its master, as the product does. */
async function ingested(name: string): Promise<Asset> {
  const job = await testJob(engine);
  jobs.push(job);
  await copyFile(zooFile(name), join(job.context.directory, "source.bin"));
  const limits = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
  const done = await ingest(job.context, "source.bin", limits);
  if (!done.ok) throw new Error(done.failure.internal);
  const master = done.value.files["master"] ?? "source.bin";
  const id = name.replaceAll(/\W/g, "-");
  return shelve(shelf, id, join(job.context.directory, master), done.value.facts);
}

function expectNear(found: readonly number[], wanted: readonly number[], tolerance: number) {
  expect(found.length, `${found.join(" ")} for ${wanted.join(" ")}`).toBe(wanted.length);
  for (const [index, at] of wanted.entries()) {
    expect(Math.abs((found[index] ?? 99) - at)).toBeLessThanOrEqual(tolerance);
  }
}

const FRAME = 1.01 / 30;

describe("export", () => {
  test("clips with short sound do not push later sound forward (F01, F51)", async () => {
    const long = await shelve(shelf, "long", zooFile("video_longer.mp4"), clipFacts(90, 1));
    const film = {
      shots: [
        ...[0, 90, 180].map((at) => ({ asset: long, at, length: 90 })),
        { asset: baseline, at: 270, length: 60 },
      ],
    };
    const { file, result } = await exported(film);
    expect(result).toMatchObject({
      width: 640,
      height: 360,
      frame_count: 330,
      duration_ms: 11_000,
    });
    const [seen, heard, sound] = await Promise.all([flashes(file, 30), beeps(file), samples(file)]);
    expect(seen.slice(-2)).toEqual([9, 10]);
    expectNear(heard, [0, 3, 6, 9, 10], 0.01);
    expect(peak(sound, 7.1, 8.9)).toBeLessThanOrEqual(3);
    const report = await facts(file);
    expect(report.streams[0]).toMatchObject({
      nb_read_packets: "330",
      r_frame_rate: "30/1",
      avg_frame_rate: "30/1",
      pix_fmt: "yuv420p",
      color_range: "tv",
      color_space: "bt709",
      color_transfer: "bt709",
    });
  });

  test("crossfades, a title and music: exact length, beeps stay with flashes (F52)", async () => {
    const music = await shelve(shelf, "music", zooFile("audio_only.m4a"), {
      kind: "audio",
      duration: 2 * 705_600_000,
      video: null,
      audio: { ...clipFacts(60, 2).audio!, channels: 2 },
    });
    const film = {
      shots: [0, 45, 90].map((at) => ({ asset: baseline, at, length: 45, from: 8 })),
      crossfades: { 0: 10, 1: 10 },
      title: { text: "It's 100% — 12:30 [a]; 你好", at: 20, length: 60 },
      music: [{ asset: music, at: 60, length: 60, gainDb: -40 }],
    };
    const { file, result, job } = await exported(film);
    expect(result.frame_count).toBe(135);
    const [seen, heard] = await Promise.all([flashes(file, 30), beeps(file)]);
    // Source second 1.0 lies 22 frames into each clip.
    expectNear(seen, [22 / 30, 67 / 30, 112 / 30], FRAME);
    for (const at of [22 / 30, 67 / 30, 112 / 30]) {
      expect(heard.some((beep) => Math.abs(beep - at) <= 0.01)).toBe(true);
    }
    const centre = await brightness(file, "iw/2:ih/3:iw/4:ih/3");
    expect(centre[50]).toBeGreaterThan((centre[100] ?? 0) + 5);
    expect(job.progress.toSorted((a, b) => a - b)).toEqual(job.progress);
    expect(job.progress.at(-1)).toBe(95);
  });

  test("many clips go through segments: same frames, not a sample more (F54, F65)", async () => {
    const film = {
      shots: Array.from({ length: 12 }, (_, at) => ({
        asset: baseline,
        at: at * 6,
        length: 6,
        from: at,
      })),
    };
    const single = await exported(film, { ...LIMITS, maxPictures: 32, maxSounds: 32 });
    const cut = await exported(film, {
      ...LIMITS,
      maxPictures: 4,
      maxSounds: 3,
      segmentSeconds: 1,
    });
    expect(cut.result.frame_count).toBe(72);
    const [one, many] = await Promise.all(
      [single, cut].map(({ file }) => brightness(file, "iw:ih:0:0")),
    );
    expect(many?.length).toBe(72);
    for (const [frame, level] of (one ?? []).entries()) {
      expect(Math.abs(level - (many?.[frame] ?? 0))).toBeLessThanOrEqual(2);
    }
    const [whole, parts] = await Promise.all([single, cut].map(({ file }) => samples(file)));
    expect(parts?.length).toBe(whole?.length);
  });

  test("sound mixed in parts is the sound mixed at once, to the last bit (F54)", async () => {
    const shots = Array.from({ length: 12 }, (_, at) => ({
      asset: baseline,
      at: at * 6,
      length: 6,
      from: at,
    }));
    const job = filmJob(shelf, { shots });
    const plan = planOf(job);
    if (!plan.ok) throw new Error("no plan");
    const mixed = async (maxSounds: number) => {
      const { context } = await opened();
      const inputs = await gatherInputs(context, plan.value, job, rasteriser);
      if (!inputs.ok) throw new Error(inputs.failure.internal);
      await mixSound(context, plan.value, inputs.value, { maxSounds });
      return samples(join(context.directory, "sound.wav"));
    };
    const [whole, parts] = [await mixed(99), await mixed(5)];
    expect(whole.length).toBe(plan.value.sampleCount);
    expect(Buffer.from(parts.buffer).equals(Buffer.from(whole.buffer))).toBe(true);
  });

  test("what ingest put right stays right in the export (F02, F04, F12)", async () => {
    const [vfr, late, listed] = await Promise.all(
      ["vfr.mp4", "audio_late_500ms.mp4", "edit_list.mp4"].map((name) => ingested(name)),
    );
    if (vfr === undefined || late === undefined || listed === undefined) throw new Error("three");
    const film = {
      shots: [
        { asset: vfr, at: 0, length: 60 },
        { asset: late, at: 60, length: 60 },
        { asset: listed, at: 120, length: 60 },
      ],
    };
    const { file, result } = await exported(film);
    expect(result.frame_count).toBe(180);
    const [seen, heard] = await Promise.all([flashes(file, 30), beeps(file)]);
    expectNear(seen, [0, 1, 2, 3, 4.3, 5.3], FRAME);
    expectNear(heard, [0, 1, 2.5, 3.5, 4.3, 5.3], 0.01);
  });

  test("120 fps at 30 shows every fourth frame; a still lasts as long as asked", async () => {
    const fast = await shelve(shelf, "fast", zooFile("fps120.mp4"), {
      ...clipFacts(30, 1),
      video: { ...clipFacts(30, 1).video!, rate: { n: 120, d: 1 }, frameCount: 120 },
    });
    const still = await shelve(shelf, "still", zooFile("alpha.png"), {
      kind: "image",
      duration: 0,
      audio: null,
      video: {
        width: 320,
        height: 180,
        rate: { n: 25, d: 1 },
        frameCount: 1,
        hasAlpha: true,
        matrix: "bt709",
        range: "tv",
      },
    });
    const film = {
      shots: [
        { asset: fast, at: 0, length: 30 },
        { asset: still, at: 30, length: 15 },
      ],
    };
    const { file, result } = await exported(film);
    expect(result.frame_count).toBe(45);
    expect((await brightness(file)).length).toBe(45);
  });

  test("the export carries no tag of its sources and no rotation (F15, F137)", async () => {
    const tagged = await shelve(shelf, "gps", zooFile("gps_metadata.mp4"), clipFacts(60, 2));
    const { file } = await exported({ shots: [{ asset: tagged, at: 0, length: 15 }] });
    const report = JSON.stringify(await facts(file));
    expect(report).not.toMatch(/"location|\+48\.0000|displaymatrix/i);
  });
});

describe("export refuses rather than ships", () => {
  const shot = () => ({ asset: baseline, at: 0, length: 15 });

  test("a master that the store lost: ASSET_MISSING, no retry (F58)", async () => {
    const lost = { ...baseline, id: "lost", url: `${shelf.base}/nowhere` };
    const { result } = await exportFilm({ shots: [{ asset: lost, at: 0, length: 15 }] });
    expect(result).toMatchObject({
      ok: false,
      failure: { code: "ASSET_MISSING", retryable: false },
    });
  });

  test("a master of other bytes than the document was pinned to: ASSET_MISSING (F56)", async () => {
    const job = await testJob(engine);
    jobs.push(job);
    const wanted = filmJob(shelf, { shots: [shot()] });
    const assets = wanted.assets.map((asset) => ({ ...asset, checksum: "0".repeat(64) }));
    const tools = { rasteriser, limits: LIMITS };
    const result = await exportVideo(job.context, { ...wanted, assets }, tools);
    expect(result).toMatchObject({ ok: false, failure: { code: "ASSET_MISSING" } });
  });

  test("a playlist in place of a master is not opened (F126)", async () => {
    shelf.objects.set("/script", Buffer.from("ffconcat version 1.0\nfile 'video.mp4'\n"));
    const size = shelf.objects.get("/script")?.length ?? 0;
    const script = { ...baseline, id: "script", url: `${shelf.base}/script`, sizeBytes: size };
    const { result } = await exportFilm({ shots: [{ asset: script, at: 0, length: 15 }] });
    expect(result).toMatchObject({ ok: false, failure: { code: "ASSET_MISSING" } });
  });

  test("an empty timeline: PLAN_INVALID; a title without glyphs: TEXT_UNSUPPORTED (F64)", async () => {
    const empty = await exportFilm({ shots: [] });
    expect(empty.result).toMatchObject({ ok: false, failure: { code: "PLAN_INVALID" } });
    const title = { text: "\u{10FFFF}\u{13000}", at: 0, length: 15 };
    const boxes = await exportFilm({ shots: [shot()], title });
    expect(boxes.result).toMatchObject({ ok: false, failure: { code: "TEXT_UNSUPPORTED" } });
  });

  test.each([
    ["silent sound", ["-c:v", "copy", "-af", "volume=0"], /silent/],
    ["a frame too few", ["-c", "copy", "-frames:v", "44"], /44 frames/],
    ["no sound at all", ["-c", "copy", "-an"], /missing/],
    ["wrong tags", ["-c:a", "copy", "-c:v", "libx264", "-colorspace", "smpte170m"], /colour/],
  ] as const)("%s: VERIFY_FAILED (F48, F58)", async (_, change, complaint) => {
    const film = { shots: [{ asset: baseline, at: 0, length: 45 }] };
    const { file, job } = await exported(film);
    const spoiled = join(job.context.directory, "spoiled.mp4");
    await run("ffmpeg", ["-v", "error", "-i", file, ...change, spoiled]);
    const plan = planOf(filmJob(shelf, film));
    if (!plan.ok) throw new Error("no plan");
    const source = plan.value.inputs.map((input) => [input.id, "master-0.mov"] as const);
    const inputs = { files: Object.fromEntries(source), titleRects: {}, hashes: {} };
    const rendered = { fileName: "spoiled.mp4", segments: 1, format: "mp4-h264" } as const;
    const checked = await verifyFilm(job.context, plan.value, inputs, rendered);
    expect(checked).toMatchObject({ ok: false, failure: { code: "VERIFY_FAILED" } });
    expect(checked.ok ? "" : checked.failure.internal).toMatch(complaint);
  });
});
