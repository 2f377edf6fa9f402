import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEngine, testJob } from "../testing/job.ts";
import { ingest } from "./ingest.ts";

const run = promisify(execFile);
const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 16 };
let engine: MediaEngine;

beforeAll(async () => {
  engine = await testEngine("native");
});
afterAll(() => engine.close());

const CODECS = {
  h264: { ending: "mp4", args: ["-c:v", "libx264", "-threads", "1"] },
  mpeg4: { ending: "mp4", args: ["-c:v", "mpeg4"] },
  vp9: { ending: "webm", args: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"] },
} as const;

/** Two thirds of a file from a tenth on: far from the index at either end of it. */
const body = (size: number) => ({ from: Math.floor(size / 10), to: Math.floor(size * 0.75) });

/** Four seconds of film, spoiled, as ingest judges it. */
async function judged(codec: keyof typeof CODECS, spoil: (bytes: Buffer) => void) {
  const { ending, args } = CODECS[codec];
  const job = await testJob(engine);
  try {
    const path = join(job.context.directory, `film.${ending}`);
    const source = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=4"];
    const encode = [...args, "-g", "30", "-pix_fmt", "yuv420p"];
    await run("ffmpeg", ["-v", "error", "-nostdin", ...source, ...encode, path]);
    const bytes = await readFile(path);
    spoil(bytes);
    await writeFile(join(job.context.directory, "source.bin"), bytes);
    return await ingest(job.context, "source.bin", LIMITS);
  } finally {
    await job.remove();
  }
}

const everywhere = (step: number) => (bytes: Buffer) => {
  const { from, to } = body(bytes.length);
  for (let at = from; at < to; at += step) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
};
const inOnePlace = (share: number) => (bytes: Buffer) => {
  const from = Math.floor(bytes.length / 2);
  bytes.fill(0, from, from + Math.floor(bytes.length * share));
};

describe("damaged films", () => {
  test.each(["h264", "mpeg4"] as const)("%s broken all over is CORRUPT", async (codec) => {
    const result = await judged(codec, everywhere(1_500));
    expect(result).toMatchObject({ ok: false, failure: { code: "CORRUPT", retryable: false } });
  });

  test("vp9 of which a fifth is skipped by the container is CORRUPT", async () => {
    const result = await judged("vp9", inOnePlace(0.2));
    expect(result).toMatchObject({ ok: false, failure: { code: "CORRUPT", retryable: false } });
  });

  test.each(["h264", "mpeg4"] as const)("%s with one broken place is flagged", async (codec) => {
    const result = await judged(codec, inOnePlace(0.02));
    expect(result).toMatchObject({ ok: true, value: {} });
    expect(result.ok ? result.value.warnings : result.failure).toContain("decode-errors");
  });

  test.each(["h264", "mpeg4", "vp9"] as const)(
    "%s as it was made is not flagged",
    async (codec) => {
      const result = await judged(codec, () => undefined);
      expect(result).toMatchObject({ ok: true, value: { warnings: [] } });
    },
  );
});
