import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportVideo } from "../export/export-video.ts";
import { ingest } from "../ingest/ingest.ts";
import { clipFacts, filmJob, shelve } from "../testing/film.ts";
import { beeps, flashes } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import { openShelf } from "../testing/object-shelf.ts";
import { zooFile } from "../testing/zoo.ts";

const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };

describe("a farm without native FFmpeg", () => {
  let engine: MediaEngine;
  beforeAll(async () => {
    engine = await testEngine("wasm");
  });
  afterAll(() => engine.close());

  test.each([
    ["audio_late_500ms.mp4", [0, 1], [0.5, 1.5]],
    ["webm_no_duration.webm", [0, 1], [0, 1]],
  ])("ingests %s as native does", async (file, flash, beep) => {
    const job = await testJob(engine);
    await copyFile(zooFile(file), join(job.context.directory, "source.bin"));
    const done = await ingest(job.context, "source.bin", LIMITS);
    if (!done.ok) throw new Error(done.failure.internal);
    expect(done.value.facts.video).toMatchObject({ frameCount: 60, rate: { n: 30, d: 1 } });
    const proxy = join(job.context.directory, done.value.files["proxy"] ?? "");
    const heard = await beeps(proxy);
    expect(await flashes(proxy, 30)).toEqual(flash);
    expect(heard.map((at) => Math.round(at * 10) / 10)).toEqual(beep);
    await job.remove();
  });

  test("refuses by code as native does (F130)", async () => {
    const job = await testJob(engine);
    await copyFile(zooFile("garbage.mp4"), join(job.context.directory, "source.bin"));
    const done = await ingest(job.context, "source.bin", LIMITS);
    expect(done).toMatchObject({ ok: false, failure: { code: "NOT_MEDIA" } });
    await job.remove();
  });

  test("exports exactly as many frames as planned", async () => {
    const [job, shelf] = await Promise.all([testJob(engine), openShelf()]);
    const asset = await shelve(shelf, "baseline", zooFile("baseline.mp4"), clipFacts(60, 2));
    const film = { shots: [{ asset, at: 0, length: 45, from: 15 }] };
    const rasteriser = createTitleRasteriser(nodeTitleAssets());
    const limits = { maxPictures: 8, maxSounds: 12, segmentSeconds: 10, threads: 1 };
    const done = await exportVideo(job.context, filmJob(shelf, film), { rasteriser, limits });
    expect(done).toMatchObject({ ok: true, value: { result: { frame_count: 45 } } });
    await Promise.all([shelf.close(), job.remove()]);
  });
});
