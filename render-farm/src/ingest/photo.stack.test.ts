/**
 * Photos as phones make them. `turned.heic` lies on its side and says so twice, in box and Exif;
 * the others are made here. The right colours are those of Little CMS 2.
 */
import { execFile } from "node:child_process";
import { copyFile, readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colourProfile } from "../testing/colour-profiles.ts";
import { box, coded, heifFile, icc, nclx } from "../testing/heif-file.ts";
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
    another.write("unci", another.indexOf("hvc1"), "latin1");
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

/** One pixel of a still, with its alpha. */
async function pixelAt(file: string, x: number, y: number): Promise<number[]> {
  const look = ["-vf", `format=rgba,crop=1:1:${x}:${y}`, "-f", "rawvideo", "-"];
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", file, ...look], {
    encoding: "buffer",
  });
  return [...stdout];
}

function expectNear(seen: readonly number[], wanted: readonly number[], levels = 2) {
  const off = wanted.map((level, at) => Math.abs(level - (seen[at] ?? -1)));
  expect(Math.max(...off), `${seen.join()} for ${wanted.join()}`).toBeLessThanOrEqual(levels);
}

async function mastered(bytes: Buffer) {
  const { result, at } = await ingested((path) => writeFile(path, bytes));
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.internal}`);
  return { facts: result.value.facts, master: at(result.value.files["master"] ?? "") };
}

/** One colour; `matrix` and full range as phones code it. */
const patch = (colour: string, matrix: string, format: string, size = "64x64") =>
  `color=${colour}:s=${size},format=gbrp,scale=out_color_matrix=${matrix}:out_range=pc,format=${format}`;

describe("a photo of tiles in Display P3", () => {
  test("is joined, cut to its size, turned and mirrored in the order told, and becomes sRGB", async () => {
    const painted = ["0xc87850", "0x3c8ca0", "0x808080", "0xb3461a", "white", "black"];
    const tiles = await Promise.all(
      painted.map((colour) =>
        coded(
          "hvc1",
          { width: 64, height: 64 },
          patch(colour, "bt601", "yuv444p"),
          "-color_range pc",
        ),
      ),
    );
    const properties = [
      icc(colourProfile("display-p3")),
      // A quarter anticlockwise, then left for right.
      box("irot", Buffer.from([1])),
      box("imir", Buffer.from([1])),
    ];
    const grid = { brand: "heic", tiles, columns: 3, width: 181, height: 121, properties };
    const { facts: found, master } = await mastered(heifFile(grid));
    expect(found.video).toMatchObject({ width: 121, height: 181, hasAlpha: false });
    expectNear(await pixelAt(master, 90, 20), [128, 128, 128]);
    expectNear(await pixelAt(master, 30, 20), [0, 0, 0]);
    expectNear(await pixelAt(master, 90, 90), [0, 142, 163]);
    expectNear(await pixelAt(master, 30, 90), [255, 255, 255]);
    expectNear(await pixelAt(master, 90, 160), [213, 115, 70]);
    expectNear(await pixelAt(master, 30, 160), [194, 60, 0], 3);
  });
});

describe("an AVIF", () => {
  const size = { width: 64, height: 48 };
  const ten = (colour: string) => patch(colour, "bt709", "yuv444p10le", "64x48");

  test("of 10 bits in P3 by its code points becomes sRGB and keeps its alpha", async () => {
    const colour = await coded("av01", size, ten("0xc87850"), "-color_range pc");
    const half = "color=black:s=64x48,format=gray,geq=lum='if(lt(X,32),255,100)'";
    const alpha = await coded("av01", size, half, "-color_range pc");
    const properties = [nclx(12, 13, 1, true)];
    const whole = { brand: "avif", tiles: [colour], columns: 1, ...size, properties, alpha };
    const { facts: found, master } = await mastered(heifFile(whole));
    expect(found).toMatchObject({ kind: "image", video: { ...size, hasAlpha: true } });
    expectNear(await pixelAt(master, 10, 20), [213, 115, 70, 255]);
    expectNear(await pixelAt(master, 50, 20), [213, 115, 70, 100]);
  });

  test("of high dynamic range is tone-mapped as films are", async () => {
    expect.hasAssertions();
    // 148 of 255 is 203 nits in PQ (BT.2408), and 156 what `hable` makes of it.
    const white = await coded("av01", size, ten("0x949494"), "-color_range pc");
    const shape = { brand: "avif", tiles: [white], columns: 1, ...size };
    const { master } = await mastered(heifFile({ ...shape, properties: [nclx(9, 16, 9, true)] }));
    expectNear(await pixelAt(master, 30, 20), [156, 156, 156, 255]);
  });

  test("that is cut off, broken or too large is refused by a code that says why (F130)", async () => {
    const noise = "testsrc2=s=64x48,noise=alls=60,format=yuv420p";
    const tile = await coded("av01", size, noise, "-color_range pc");
    const shape = { brand: "avif", tiles: [tile], columns: 1, ...size, properties: [] };
    const whole = heifFile(shape);
    expect(await codeOf(whole)).toBe("accepted");
    expect(await codeOf(whole.subarray(0, whole.length - 200))).toBe("TRUNCATED");
    const start = whole.length - tile.data.length;
    expect(await codeOf(Buffer.from(whole).fill(0x5a, start, start + 40))).toBe("CORRUPT");
    const claims = { ...tile, width: 65_000, height: 65_000 };
    expect(await codeOf(heifFile({ ...shape, tiles: [claims] }))).toBe("PIXEL_LIMIT");
  });
});
