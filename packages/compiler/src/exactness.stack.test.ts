/** Every output frame is the frame it should be, and every sound is where and as loud as it should be. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import type { MediaFacts, ProjectDocument } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lowerJoin, lowerSound } from "./args.ts";
import { compile } from "./compile.ts";
import { composeAt } from "./compose.ts";
import type { PlanTarget, RenderPlan } from "./plan.ts";
import { segmentPlan, slicePlan } from "./segments.ts";
import { FPS_2997, FPS_30, documentOf, soundFactsOf, videoFactsOf } from "./testing/documents.ts";
import { GOLDEN_FACTS, GOLDEN_FILES, GOLDEN_PROJECTS } from "./testing/golden-projects.ts";
import {
  makeGoldenMedia,
  makeSound,
  makeVideo,
  numberOf,
  readSamples,
  render,
  runTool,
} from "./testing/media.ts";

const PICTURE = { picture: "h264", quality: "draft", threads: 1 } as const;
const FILM = { kind: "film", fileName: "out.mp4", ...PICTURE, sound: "aac", threads: 2 } as const;
const TARGET: PlanTarget = { width: 320, height: 180, rate: FPS_30 };

const FACTS: Readonly<Record<string, MediaFacts>> = {
  ...GOLDEN_FACTS,
  short: videoFactsOf({ frames: 90 }),
  beeps: videoFactsOf({ frames: 60 }),
  left: soundFactsOf(3),
  bed: soundFactsOf(3, { channels: 1 }),
  voice: soundFactsOf(1, { channels: 1 }),
  quiet: soundFactsOf(3),
};
const FILES = {
  ...GOLDEN_FILES,
  "asset-short": "short.mp4",
  "asset-beeps": "beeps.mp4",
  "asset-left": "left.wav",
  "asset-bed": "bed.wav",
  "asset-voice": "voice.wav",
  "asset-quiet": "quiet.wav",
};

let engine: MediaEngine;
let media: string;

beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  engine = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "exact-"));
  await makeGoldenMedia(engine, media);
  const beep = "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t,1),0.1)':s=48000";
  await makeVideo(engine, media, "short.mp4", {
    rate: FPS_30,
    frames: 90,
    sound: `${beep}:d=2.4`,
  });
  await makeVideo(engine, media, "beeps.mp4", { rate: FPS_30, frames: 60, sound: beep });
  await makeSound(engine, media, "left.wav", "aevalsrc='0.501*sin(2*PI*500*t)|0':s=44100:d=3");
  await makeSound(engine, media, "bed.wav", "aevalsrc='0.2512*sin(2*PI*500*t)':s=48000:d=3");
  await makeSound(engine, media, "voice.wav", "aevalsrc='0.5*sin(2*PI*3000*t)':s=48000:d=1");
  await makeSound(engine, media, "quiet.wav", "anullsrc=r=48000:cl=stereo:d=3");
});

afterAll(async () => {
  await engine.close();
  await rm(media, { recursive: true, force: true });
});

function planOf(document: ProjectDocument, target = TARGET): RenderPlan {
  const plan = compile(document, FACTS, target);
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

async function pcmOf(plan: RenderPlan): Promise<{ left: number[]; right: number[] }> {
  const output = { kind: "pcm", fileName: "sound.wav" } as const;
  return readSamples(await render(engine, media, plan, { files: FILES, output }));
}

const peakOf = (samples: number[], from: number, to: number) =>
  samples.slice(from, to).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
const decibels = (level: number) => 20 * Math.log10(level);

describe("frames", () => {
  const plain = /^(?:cuts-and-gaps|crossfades-.*|speeds-and-rates|paced-clips)$/;

  test.each(GOLDEN_PROJECTS.filter((project) => plain.test(project.name)))(
    "F55: $name shows on every frame the source frame that the compositor names",
    async (project) => {
      const plan = planOf(project.document, project.target);
      const output = { kind: "frame", fileName: "frames.rgba", format: "rgba" } as const;
      const rgba = await readFile(await render(engine, media, plan, { files: FILES, output }));
      const { width, height, frameCount } = plan;
      expect(rgba.byteLength).toBe(width * height * 4 * frameCount);
      const wanted: number[] = [];
      const found: number[] = [];
      for (let index = 0; index < frameCount; index += 1) {
        const ops = composeAt(plan, index);
        const [op] = ops;
        const input = plan.inputs.find((one) => one.id === op?.inputId);
        // The number can be read where one picture stands alone and is bright enough.
        if (!op || ops.length > 1 || op.opacity < 0.7 || input?.kind !== "video") continue;
        const scale = op.rect.width / input.width;
        wanted.push(op.sourceFrame);
        found.push(numberOf(rgba, { width, height, index }, { ...op.rect, scale }));
      }
      expect(wanted.length).toBeGreaterThan(frameCount / 3);
      expect(found).toEqual(wanted);
    },
  );

  test("a single frame as PNG is the frame of the whole", async () => {
    const project = GOLDEN_PROJECTS.find((one) => one.name === "crossfades-30");
    if (!project) throw new Error("no such project");
    const plan = planOf(project.document);
    const rawOf = async (part: RenderPlan) => {
      const output = { kind: "frame", fileName: "one.rgba", format: "rgba" } as const;
      return readFile(await render(engine, media, part, { files: FILES, output }));
    };
    const whole = await rawOf(plan);
    const one = await rawOf(slicePlan(plan, { startFrame: 27, endFrame: 28 }));
    const size = plan.width * plan.height * 4;
    expect(one.equals(whole.subarray(27 * size, 28 * size))).toBe(true);
    const output = { kind: "frame", fileName: "one.png", format: "png" } as const;
    const slice = slicePlan(plan, { startFrame: 27, endFrame: 28 });
    const png = await readFile(await render(engine, media, slice, { files: FILES, output }));
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([plan.width, plan.height]);
  });
});

describe("sound", () => {
  test("F01: clips with short sound push nothing; their silence is silent", async () => {
    const clips = [0, 1, 2].map((index) => ({
      id: `s${index}`,
      asset: "short",
      at: index * 90,
      frames: 90,
    }));
    const last = { id: "last", asset: "beeps", at: 270, frames: 60 };
    const plan = planOf(documentOf([{ kind: "video", clips: [...clips, last] }]));
    expect(plan.frameCount).toBe(330);
    const { left } = await pcmOf(plan);
    expect(left).toHaveLength(11 * 48_000);
    for (const second of [0, 3, 6, 9, 10]) {
      const from = Math.max(0, second * 48_000 - 4_800);
      const onset = left.findIndex((sample, at) => at >= from && Math.abs(sample) > 0.1) / 48_000;
      expect(Math.abs(onset - second)).toBeLessThan(0.01);
    }
    expect(decibels(peakOf(left, Math.round(2.5 * 48_000), 3 * 48_000 - 480) + 1e-9)).toBeLessThan(
      -80,
    );
  });

  test("F60: a level is the same whatever else plays", async () => {
    const sound = (id: string, asset: string, frames = 90, at = 0) =>
      ({ kind: "audio", clips: [{ id, asset, mediaKind: "audio", at, frames }] }) as const;
    const alone = await pcmOf(planOf(documentOf([sound("l", "left")])));
    expect(Math.abs(decibels(peakOf(alone.left, 9_600, 96_000)) + 6)).toBeLessThan(0.5);
    expect(peakOf(alone.right, 9_600, 96_000)).toBeLessThan(0.001);
    const quiet = ["q1", "q2", "q3"].map((id) => sound(id, "quiet"));
    const among = await pcmOf(planOf(documentOf([sound("l", "left"), ...quiet])));
    expect(among.left).toEqual(alone.left);

    const bed = sound("bed", "bed");
    const mixed = await pcmOf(planOf(documentOf([bed, sound("voice", "voice", 30)])));
    const bedOnly = await pcmOf(planOf(documentOf([bed])));
    const after = decibels(peakOf(mixed.left, 60_000, 140_000));
    expect(Math.abs(after - decibels(peakOf(bedOnly.left, 60_000, 140_000)))).toBeLessThan(0.2);
    expect(Math.abs(after + 12)).toBeLessThan(0.5);
    expect(decibels(peakOf(mixed.left, 4_800, 43_200))).toBeLessThan(-0.9);
  });

  test("F41: half speed plays half of the source, at its pitch, for the clip's whole length", async () => {
    const clip = {
      id: "s",
      asset: "bed",
      mediaKind: "audio",
      at: 0,
      frames: 60,
      speed: { n: 1, d: 2 },
    } as const;
    const { left } = await pcmOf(planOf(documentOf([{ kind: "audio", clips: [clip] }])));
    expect(left).toHaveLength(96_000);
    const crossings = left
      .slice(24_000, 72_000)
      .filter((sample, at, all) => sample >= 0 && (all[at - 1] ?? 0) < 0).length;
    expect(Math.abs(crossings - 500)).toBeLessThan(5);
  });
});

describe("files", () => {
  /** AAC comes in packets of 1024 samples; the last one is filled up. */
  const expectAac = (samples: number[], sampleCount: number) => {
    expect(samples.length - sampleCount).toBeGreaterThanOrEqual(0);
    expect(samples.length - sampleCount).toBeLessThan(1024);
  };
  const long = (rate = FPS_2997) =>
    planOf(
      documentOf(
        [
          {
            kind: "video",
            clips: [
              { id: "a", asset: "c2997", at: 0, frames: 40 },
              { id: "b", asset: "c2997", at: 40, frames: 45, sourceStart: 23_543_520 * 10 },
            ],
            transitions: [["a", "b", 10]],
          },
        ],
        { rate },
      ),
      { ...TARGET, rate },
    );

  async function probe(fileName: string, show: string): Promise<string> {
    const args = [
      "-v",
      "error",
      "-count_packets",
      "-show_entries",
      show,
      "-of",
      "csv=p=0",
      fileName,
    ];
    const outcome = await engine.run({
      tool: "ffprobe",
      args,
      directory: media,
      timeoutMs: 60_000,
    });
    if (!outcome.ok) throw new Error(outcome.stderr);
    return outcome.stdout.trim();
  }

  test("an MP4 has exactly the plan's frames and samples, and says what its colours are", async () => {
    const plan = long();
    await render(engine, media, plan, { files: FILES, output: FILM });
    const entries =
      "stream=nb_read_packets,width,height,pix_fmt,r_frame_rate,color_space,color_range,color_primaries,color_transfer";
    const [video] = (await probe("out.mp4", entries)).split("\n");
    expect(video).toBe("320,180,yuv420p,tv,bt709,bt709,bt709,30000/1001,85");
    await runTool(engine, media, ["-i", "out.mp4", "-vn", "-c:a", "pcm_s16le", "-y", "back.wav"]);
    const { left } = await readSamples(path.join(media, "back.wav"));
    expectAac(left, plan.sampleCount);
  });

  test.each(["ts", "mp4"])(
    "F54: joined .%s segments keep every frame on its tick, and one sound",
    async (kind) => {
      const plan = long();
      const ranges = segmentPlan(plan, { targetFrames: 30 });
      const segments: string[] = [];
      for (const [index, range] of ranges.entries()) {
        const fileName = `seg-${index}.${kind}`;
        const output = { kind: "video-segment", fileName, ...PICTURE } as const;
        await render(engine, media, slicePlan(plan, range), { files: FILES, output });
        segments.push(fileName);
      }
      expect(segments.length).toBeGreaterThan(1);
      const { left } = await pcmOf(plan);
      await runTool(engine, media, lowerSound("sound.wav", "sound.m4a", "aac"));
      const files = { audio: "sound.m4a", fileName: "joined.mp4", picture: "h264" } as const;
      const join = lowerJoin(plan, { segments, ...files });
      await writeFile(path.join(media, join.listName), join.listScript);
      await runTool(engine, media, join.args);
      const times = (await probe("joined.mp4", "packet=pts_time,stream_index"))
        .split("\n")
        .filter((line) => line.startsWith("0,"))
        .map((line) => Number(line.split(",")[1]))
        .toSorted((a, b) => a - b);
      expect(times).toHaveLength(plan.frameCount);
      const ticks = times.map((time) => Math.round((time * 30_000) / 1001));
      expect(ticks).toEqual(times.map((_, index) => index));
      const drift = times.map((time, index) => Math.abs(time - (index * 1001) / 30_000));
      expect(Math.max(...drift)).toBeLessThan(0.000_05);
      await runTool(engine, media, [
        "-i",
        "joined.mp4",
        "-vn",
        "-c:a",
        "pcm_s16le",
        "-y",
        "back.wav",
      ]);
      const back = await readSamples(path.join(media, "back.wav"));
      expectAac(back.left, left.length);
    },
  );
});
