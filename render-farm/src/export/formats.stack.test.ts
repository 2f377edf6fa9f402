import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { EXPORT_FORMATS, formatOf } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import type { Asset } from "../testing/film.ts";
import { beeps, brightness, facts, flashes, samples } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import type { ObjectShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";
import { exportVideo } from "./export-video.ts";
import { probeEncoders } from "./probe-encoders.ts";
import { startsAtOnce } from "./starts-at-once.ts";

const run = promisify(execFile);
const rasteriser = createTitleRasteriser(nodeTitleAssets());
const WHOLE = { maxPictures: 16, maxSounds: 24, segmentSeconds: 30, threads: 2 };
const IN_PARTS = { ...WHOLE, segmentSeconds: 0.5, atOnce: 2 };
const FRAMES = 45;
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

async function exported(
  spec: { readonly format: ExportFormat; readonly still_frame?: number; adaptive?: boolean },
  limits = WHOLE,
) {
  const job = await testJob(engine);
  jobs.push(job);
  const film = filmJob(shelf, { shots: [{ asset: baseline, at: 0, length: FRAMES, from: 8 }] });
  const wanted = { ...film, spec: { ...film.spec, ...spec } };
  const done = await exportVideo(job.context, wanted, { rasteriser, limits });
  if (!done.ok) throw new Error(`${done.failure.code} ${done.failure.internal}`);
  const file = join(job.context.directory, done.value.files["video"] ?? "");
  return { ...done.value, file, report: await facts(file) };
}

const films = EXPORT_FORMATS.filter((format) => formatOf(format).media === "video");

describe("films", () => {
  const inParts = films.map((format) => [format, "in parts", IN_PARTS] as const);
  test.each([...inParts, ["webm-vp9", "in one run", WHOLE]] as const)(
    "%s %s: exact frames, colour tags, an index in front, sound on its frame (F48, F54, F58)",
    async (format, _, limits) => {
      {
        const { file, report, result } = await exported({ format }, limits);
        const { video, audio, extension } = formatOf(format);
        expect(file).toMatch(new RegExp(`\\.${extension}$`));
        expect(result).toMatchObject({ frame_count: FRAMES, width: 640, height: 360 });
        expect(result.segments ?? 0).toBeGreaterThan(limits === WHOLE ? 0 : 1);
        const [seen, heard] = report.streams;
        expect(seen).toMatchObject({
          codec_name: video,
          nb_read_packets: String(FRAMES),
          width: 640,
          color_space: "bt709",
          color_transfer: "bt709",
          color_primaries: "bt709",
        });
        // Apple's players know HEVC by no other name.
        const tags: Record<string, string> = { "mp4-hevc": "hvc1", "mp4-av1": "av01" };
        expect(seen?.["codec_tag_string"]).toMatch(tags[format] ?? /./);
        expect(heard).toMatchObject({ codec_name: audio, sample_rate: "48000", channels: 2 });
        expect(Math.abs(Number(report.format["duration"]) - FRAMES / 30)).toBeLessThan(0.045);
        expect(await startsAtOnce(file)).toBe(true);
        // Source second 1.0 lies 22 frames into the clip.
        expect(await flashes(file, 30)).toEqual([22 / 30]);
        const [beep] = await beeps(file);
        expect(Math.abs((beep ?? 9) - 22 / 30)).toBeLessThanOrEqual(0.01);
      }
    },
  );
});

test("a film that browsers play has a small picture for every two seconds (M5)", async () => {
  const job = await testJob(engine);
  jobs.push(job);
  // The second shot begins at 2 s with its flash.
  const shots = [
    { asset: baseline, at: 0, length: 24, from: 36 },
    { asset: baseline, at: 60, length: 30, from: 30 },
  ];
  const film = filmJob(shelf, { shots });
  const slot = {
    name: "filmstrip",
    url: `${shelf.base}/out/filmstrip`,
    content_type: "image/jpeg",
  };
  const wanted = { ...film, outputs: [...film.outputs, slot] };
  const done = await exportVideo(job.context, wanted, { rasteriser, limits: WHOLE });
  if (!done.ok) throw new Error(done.failure.internal);
  const { filmstrip } = done.value.result;
  expect(filmstrip).toMatchObject({
    tile_width: 160,
    tile_height: 90,
    count: 2,
    interval_ms: 2_000,
  });
  const sheet = join(job.context.directory, done.value.files["filmstrip"] ?? "");
  const tiles = [
    "-vf",
    "crop=320:90:0:0,untile=2x1,crop=20:20:0:0,scale=1:1,format=gray",
    "-f",
    "rawvideo",
    "-",
  ];
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", sheet, ...tiles], {
    encoding: "buffer",
  });
  expect(stdout[0]).toBeLessThan(180);
  expect(stdout[1]).toBeGreaterThan(200);
});

describe("an adaptive stream", () => {
  test("holds every size up to the film's, cut at the same frames, whole to the last byte (M5)", async () => {
    const { file, files, result } = await exported({ format: "mp4-h264", adaptive: true });
    const [rung, ...larger] = result.stream ?? [];
    expect(larger).toEqual([]);
    expect(rung).toMatchObject({ name: "stream-360", width: 640, height: 360 });
    expect(rung?.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
    const path = join(dirname(file), files["stream-360"] ?? "");
    const listed = (rung?.parts ?? []).reduce(
      (sum, part) => sum + part.bytes,
      rung?.map_bytes ?? 0,
    );
    expect((await readFile(path)).length).toBe(listed);
    const report = await facts(path);
    expect(report.streams[0]).toMatchObject({ codec_name: "h264", nb_read_packets: "45" });
    expect(await flashes(path, 30)).toEqual([22 / 30]);
  });

  test("is made of nothing else than H.264 in MP4, and only when asked for", async () => {
    const { result } = await exported({ format: "wav", adaptive: true });
    expect(result.stream).toBeUndefined();
  });
});

describe("other formats", () => {
  test.each([
    ["wav", 0],
    ["m4a-aac", 2_048],
    ["mp3", 2_304],
  ] as const)("%s: one sound of the project's length, and no poster", async (format, slack) => {
    const { file, files, report, result } = await exported({ format });
    expect(report.streams).toHaveLength(1);
    expect(Object.keys(files)).toEqual(["video"]);
    expect(result).toMatchObject({ width: 0, height: 0, frame_count: 0, duration_ms: 1_500 });
    expect(Math.abs((await samples(file)).length - FRAMES * 1_600)).toBeLessThanOrEqual(slack);
    const [beep] = await beeps(file);
    expect(Math.abs((beep ?? 9) - 22 / 30)).toBeLessThanOrEqual(0.01);
  });

  test("gif: half the rate, every frame, the film's length, repeated for ever", async () => {
    const { file, report, result } = await exported({ format: "gif" }, IN_PARTS);
    expect(result).toMatchObject({ frame_count: 23, width: 640, height: 360 });
    expect(report.streams[0]).toMatchObject({ codec_name: "gif", nb_read_packets: "23" });
    expect(await flashes(file, 15)).toEqual([11 / 15]);
    expect((await readFile(file)).includes("NETSCAPE2.0")).toBe(true);
  });

  test("png: the frame that was asked for, in full range; beyond the end the last one", async () => {
    const lit = await exported({ format: "png", still_frame: 22 });
    const dark = await exported({ format: "png", still_frame: 21 });
    const last = await exported({ format: "png", still_frame: 9_999 });
    expect(lit.result).toMatchObject({ frame_count: 1, duration_ms: 0, width: 640 });
    expect(lit.report.streams[0]).toMatchObject({ codec_name: "png", pix_fmt: "rgb24" });
    const [[bright = 0], [dim = 255]] = [await brightness(lit.file), await brightness(dark.file)];
    expect(bright).toBeGreaterThan(240);
    expect(dim).toBeLessThan(180);
    expect(last.result.frame_count).toBe(1);
  });

  test("a farm without the encoder refuses, to be tried elsewhere", async () => {
    const job = await testJob(engine);
    jobs.push(job);
    const film = filmJob(shelf, { shots: [{ asset: baseline, at: 0, length: FRAMES }] });
    const wanted = { ...film, spec: { ...film.spec, format: "mp4-av1" as const } };
    const tools = { rasteriser, limits: WHOLE, formats: ["mp4-h264"] as const };
    expect(await exportVideo(job.context, wanted, tools)).toMatchObject({
      ok: false,
      failure: { code: "FORMAT_UNAVAILABLE", retryable: true },
    });
  });
});

test("encoders are found by using them, and the same ones have the same identity", async () => {
  const job = await testJob(engine);
  jobs.push(job);
  const probed = await probeEncoders(engine, job.context.directory);
  expect(probed.formats).toEqual(EXPORT_FORMATS);
  expect(await probeEncoders(engine, job.context.directory)).toEqual(probed);
  const blind: MediaEngine = {
    ...engine,
    run: (one) =>
      one.args.includes("libsvtav1")
        ? Promise.resolve({ ok: false, reason: "exit", exitCode: 1, stdout: "", stderr: "" })
        : engine.run(one),
  };
  const fewer = await probeEncoders(blind, job.context.directory);
  expect(fewer.formats).toEqual(EXPORT_FORMATS.filter((format) => format !== "mp4-av1"));
  expect(createHash("sha256").update(fewer.identity).digest("hex")).not.toBe(
    createHash("sha256").update(probed.identity).digest("hex"),
  );
});
