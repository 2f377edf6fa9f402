/** Pictures of other colour spaces become sRGB at ingest, in master and proxy alike. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { colourProfile, withProfile } from "../testing/colour-profiles.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { zooFile } from "../testing/zoo.ts";
import { ingest } from "./ingest.ts";

const run = promisify(execFile);
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
const jobs: TestJob[] = [];
let engine: MediaEngine;

beforeAll(async () => {
  engine = await testEngine("native");
});
afterAll(async () => {
  await Promise.all([engine.close(), ...jobs.map((job) => job.remove())]);
});

async function newJob() {
  const job = await testJob(engine);
  jobs.push(job);
  return { job, at: (name: string) => join(job.context.directory, name) };
}

async function ingested(bytes: Buffer) {
  const { job, at } = await newJob();
  await writeFile(at("source.bin"), bytes);
  const result = await ingest(job.context, "source.bin", LIMITS);
  if (!result.ok) throw new Error(`${result.failure.code} ${result.failure.internal}`);
  const { files, reasons, facts } = result.value;
  return { reasons, facts, master: at(files["master"] ?? ""), proxy: at(files["proxy"] ?? "") };
}

/** Two halves of one colour each, left (200, 120, 80) and right (60, 140, 160). */
async function halves(extension: string, codec: string): Promise<Buffer> {
  const { at } = await newJob();
  const two = "color=0x3c8ca0:s=64x48,drawbox=w=32:c=0xc87850:t=fill,format=gbrp";
  const source = ["-v", "error", "-f", "lavfi", "-i", two, "-frames:v", "1"];
  await run("ffmpeg", [...source, ...codec.split(" "), at(`halves.${extension}`)]);
  return readFile(at(`halves.${extension}`));
}

/** The middle of the left and of the right half. */
async function seen(file: string): Promise<number[]> {
  const look = ["-vf", "scale=64:48,crop=34:1:15:24,format=rgb24", "-f", "rawvideo", "-"];
  const { stdout } = await run("ffmpeg", ["-v", "error", "-i", file, ...look], {
    encoding: "buffer",
  });
  return [...stdout.subarray(0, 3), ...stdout.subarray(-3)];
}

function expectNear(colours: readonly number[], wanted: readonly number[], levels: number) {
  const off = wanted.map((level, at) => Math.abs(level - (colours[at] ?? -1)));
  expect(Math.max(...off), `${colours.join()} for ${wanted.join()}`).toBeLessThanOrEqual(levels);
}

describe("a picture with the profile of another colour space", () => {
  test.each([
    ["png", "-pix_fmt rgb24", "display-p3", [213, 115, 70, 0, 142, 163]],
    ["png", "-pix_fmt rgb48be", "adobe-rgb", [224, 121, 77, 0, 141, 162]],
    ["jpg", "-q:v 1 -pix_fmt yuvj444p", "display-p3", [213, 115, 70, 0, 142, 163]],
    ["webp", "-lossless 1", "display-p3", [213, 115, 70, 0, 142, 163]],
  ] as const)("becomes sRGB within 2 levels: %s %s %s", async (ext, codec, name, wanted) => {
    const picture = withProfile(await halves(ext, codec), colourProfile(name));
    const { reasons, facts, master, proxy } = await ingested(picture);
    expect(reasons).toContain("colour profile");
    expect(facts).toMatchObject({ kind: "image", video: { width: 64, height: 48 } });
    expectNear(await seen(master), wanted, 2);
    expectNear(await seen(proxy), wanted, 6);
  });

  test("is turned upright by Exif all the same", async () => {
    const turned = await readFile(zooFile("exif_orientation6.jpg"));
    const plain = await ingested(turned);
    const other = await ingested(withProfile(turned, colourProfile("display-p3")));
    expect(other.facts).toEqual(plain.facts);
    expect(other.facts.video).toMatchObject({ width: 180, height: 320 });
  });
});

test("a PNG that says sRGB by a profile is its own master", async () => {
  const png = withProfile(await halves("png", "-pix_fmt rgb24"), colourProfile("srgb"));
  expect((await ingested(png)).reasons).toEqual([]);
});
