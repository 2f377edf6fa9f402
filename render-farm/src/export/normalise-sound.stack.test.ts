import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MediaEngine } from "@cutroom/ports";
import { runTool } from "../engine/run-tool.ts";
import { testEngine, testJob } from "../testing/job.ts";
import type { TestJob } from "../testing/job.ts";
import { gainFor, measureLoudness, normaliseSound } from "./normalise-sound.ts";

let engine: MediaEngine;
let job: TestJob;
beforeAll(async () => {
  engine = await testEngine("native");
  job = await testJob(engine);
});
afterAll(async () => {
  await job.remove();
  await engine.close();
});

const SECONDS = 8;
const SAMPLES = SECONDS * 48_000;

async function made(fileName: string, source: string): Promise<string> {
  const { directory } = job.context;
  const lavfi = ["-f", "lavfi", "-i", `${source},atrim=end_sample=${SAMPLES}`];
  const args = [...lavfi, "-c:a", "pcm_s16le", "-y", fileName];
  const run = await engine.run({ tool: "ffmpeg", args, directory, timeoutMs: 60_000 });
  if (!run.ok) throw new Error(run.stderr);
  return fileName;
}

async function levelled(fileName: string, targetLufs = -14) {
  const sound = { fileName, sampleCount: SAMPLES };
  const name = await normaliseSound(job.context, sound, targetLufs);
  if (!name.ok) throw new Error(name.failure.internal);
  const measured = await measureLoudness(job.context, name.value);
  if (!measured.ok) throw new Error(measured.failure.internal);
  const probe = await runTool(job.context, "ffprobe", [
    "-v",
    "error",
    "-show_entries",
    "stream=duration_ts",
    "-of",
    "csv=p=0",
    name.value,
  ]);
  if (!probe.ok) throw new Error(probe.failure.internal);
  const samples = Number.parseInt(probe.value.stdout, 10);
  return { ...measured.value, samples, isSame: name.value === fileName };
}

describe("loudness of an export", () => {
  test("a quiet mix and a loud one come to -14 LUFS within half a unit, sample for sample as long", async () => {
    const sources = [
      await made(
        "quiet.wav",
        "anoisesrc=c=pink:r=48000:a=0.15:seed=3,aformat=channel_layouts=stereo",
      ),
      await made(
        "loud.wav",
        "anoisesrc=c=pink:r=48000:a=0.9:seed=4,aformat=channel_layouts=stereo",
      ),
    ];
    for (const source of sources) {
      const result = await levelled(source);
      expect(Math.abs((result.lufs ?? 0) + 14)).toBeLessThan(0.5);
      expect(result.truePeakDb).toBeLessThanOrEqual(-1);
      expect(result.samples).toBe(SAMPLES);
    }
  });

  test("F60: peaks that would pass -1 dBTP are held, and nothing else is", async () => {
    const beeps =
      "aevalsrc='0.9*sin(2*PI*997*t)*lt(mod(t,2),0.05)+0.02*sin(2*PI*440*t)':s=48000,aformat=channel_layouts=stereo";
    const result = await levelled(await made("peaks.wav", beeps));
    expect(result.truePeakDb).toBeLessThanOrEqual(-1);
    expect(gainFor({ lufs: -20, truePeakDb: -12 }, -14)).toEqual({ gainDb: 6, holdsPeaks: false });
    expect(gainFor({ lufs: -20, truePeakDb: -6 }, -14)).toEqual({ gainDb: 6, holdsPeaks: true });
  });

  test("silence stays silent, and a mix that is right already is left alone", async () => {
    const silent = await levelled(await made("silent.wav", "anullsrc=r=48000:cl=stereo"));
    expect(silent).toMatchObject({ lufs: null, isSame: true });
    expect(gainFor({ lufs: -14.02, truePeakDb: -3 }, -14)).toBeNull();
  });
});
