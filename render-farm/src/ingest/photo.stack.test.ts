/** Photos as phones make them: `turned.heic` lies on its side and says so twice, in box and Exif. */
import { execFile } from "node:child_process";
import { copyFile, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facts } from "../testing/flash-beep.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { zooFile } from "../testing/zoo.ts";
import { ingest } from "./ingest.ts";

const run = promisify(execFile);
const PHOTO = join(import.meta.dirname, "../../fixtures/photos/turned.heic");
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
const jobs: TestJob[] = [];
let engine: MediaEngine;
let photo: Buffer;

beforeAll(async () => {
  [engine, photo] = await Promise.all([testEngine("native"), readFile(PHOTO)]);
});
afterAll(async () => {
  await Promise.all([engine.close(), ...jobs.map((job) => job.remove())]);
});

async function ingested(put: (path: string) => Promise<void>, limits = LIMITS) {
  const job = await testJob(engine);
  jobs.push(job);
  const at = (name: string) => join(job.context.directory, name);
  await put(at("source.bin"));
  return { job, at, result: await ingest(job.context, "source.bin", limits) };
}

/** The picture as 9 x 16 colours. */
async function colours(file: string): Promise<Buffer> {
  const seen = ["-vf", "scale=9:16:flags=area,format=rgb24", "-frames:v", "1", "-f", "rawvideo"];
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", file, ...seen, "-"], {
    encoding: "buffer",
  });
  return stdout;
}

async function codeOf(bytes: Uint8Array, limits = LIMITS): Promise<string> {
  const { result } = await ingested((path) => writeFile(path, bytes), limits);
  return result.ok ? "accepted" : result.failure.code;
}

describe("a HEIC photo", () => {
  test("becomes a PNG that is turned upright once, and looks as the same photo in JPEG", async () => {
    const { result, at, job } = await ingested((path) => copyFile(PHOTO, path));
    if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.internal}`);
    expect(result.value).toMatchObject({ hasMaster: true, warnings: [], reasons: ["photo"] });
    expect(result.value.facts).toMatchObject({
      kind: "image",
      duration: 0,
      audio: null,
      video: { width: 180, height: 320, hasAlpha: false },
    });
    const { files } = result.value;
    const left = await readdir(job.context.directory);
    expect(left.toSorted()).toEqual(["source.bin", ...Object.values(files)].toSorted());
    const master = at(files["master"] ?? "");
    expect((await facts(master)).streams[0]).toMatchObject({ width: 180, pix_fmt: "rgb24" });
    const jpeg = await ingested((path) => copyFile(zooFile("exif_orientation6.jpg"), path));
    if (!jpeg.result.ok) throw new Error(jpeg.result.failure.internal);
    const other = await colours(jpeg.at(jpeg.result.value.files["master"] ?? ""));
    const off = [...(await colours(master))].map((value, index) =>
      Math.abs(value - (other[index] ?? 0)),
    );
    expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeLessThan(4);
  });

  test("is refused by a code that says why, and too large before it is decoded (F130)", async () => {
    expect(await codeOf(photo, { ...LIMITS, max_pixels: 50_000 })).toBe("PIXEL_LIMIT");
    expect(await codeOf(photo.subarray(0, 300))).toBe("TRUNCATED");
    expect(await codeOf(photo.subarray(0, 3_000))).toBe("TRUNCATED");
    const garbled = Buffer.from(photo).fill(0x5a, 200, 212);
    expect(await codeOf(garbled)).toBe("CORRUPT");
    const another = Buffer.from(photo);
    another.write("avif", 8, "latin1");
    expect(await codeOf(another)).toBe("UNSUPPORTED_FORMAT");
  });

  test("that is given up in the middle ends as CANCELED", async () => {
    const job = await testJob(engine);
    jobs.push(job);
    await copyFile(PHOTO, join(job.context.directory, "source.bin"));
    const going = ingest(job.context, "source.bin", LIMITS);
    setTimeout(job.abort, 5);
    expect(await going).toMatchObject({ ok: false, failure: { code: "CANCELED" } });
  });
});
