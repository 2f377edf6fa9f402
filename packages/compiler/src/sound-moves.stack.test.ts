/** What FFmpeg mixes is what the plan says, sample by sample; the live sound follows the same. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import type { PlanSound, RenderPlan } from "./plan.ts";
import { slicePlan } from "./segments.ts";
import { gainAt } from "./sound-gain.ts";
import { GOLDEN_FACTS, GOLDEN_FILES } from "./testing/golden-projects.ts";
import { SOUND_PROJECT } from "./testing/golden-sound.ts";
import { makeGoldenMedia, makeSound, readSamples, render } from "./testing/media.ts";

let engine: MediaEngine;
let media: string;

beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  engine = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "moves-"));
  await makeGoldenMedia(engine, media);
  // One level throughout, so that every sample shows its gain; left is twice as loud as right.
  await makeSound(engine, media, "level.wav", "aevalsrc='0.4|0.2':s=48000:d=4");
});

afterAll(async () => {
  await engine.close();
  await rm(media, { recursive: true, force: true });
});

function planOf(): RenderPlan {
  const { document, target, peaks = {} } = SOUND_PROJECT;
  const plan = compile(document, GOLDEN_FACTS, target, { peaks });
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

/** The plan with one of its sounds alone, read from the file of one level. */
function alone(plan: RenderPlan, clipId: string): { plan: RenderPlan; sound: PlanSound } {
  const sound = plan.sounds.find((one) => one.clipId === clipId);
  if (!sound) throw new Error(`${clipId} is not heard`);
  const stereo: PlanSound = { ...sound, channels: 2 };
  return { plan: { ...plan, layers: [], sounds: [stereo] }, sound: stereo };
}

async function pcmOf(plan: RenderPlan) {
  const files = { ...GOLDEN_FILES, "asset-tone": "level.wav" };
  const output = { kind: "pcm", fileName: "sound.wav" } as const;
  return readSamples(await render(engine, media, plan, { files, output }));
}

/** What Web Audio's panner makes of both sides. */
function panned(pan: number, left: number, right: number) {
  const angle = ((pan <= 0 ? pan + 1 : pan) * Math.PI) / 2;
  return pan <= 0
    ? { left: left + right * Math.cos(angle), right: right * Math.sin(angle) }
    : { left: left * Math.cos(angle), right: right + left * Math.sin(angle) };
}

/** How far the worst sample is from what the plan says. */
async function worstOf(part: RenderPlan, clipId: string): Promise<number> {
  const { plan, sound } = alone(part, clipId);
  const { left, right } = await pcmOf(plan);
  if (left.length !== plan.sampleCount) throw new Error(`${left.length} samples`);
  const wanted = panned(sound.pan ?? 0, 0.4, 0.2);
  let worst = 0;
  for (let sample = 0; sample < plan.sampleCount; sample += 61) {
    const heard = sample >= sound.startSample && sample < sound.endSample;
    const gain = heard ? gainAt(sound, sample) : 0;
    worst = Math.max(
      worst,
      Math.abs((left[sample] ?? 0) - wanted.left * gain),
      Math.abs((right[sample] ?? 0) - wanted.right * gain),
    );
  }
  return worst;
}

/** A few steps of 16 bit. */
const NOTHING = 0.000_2;

describe("E2: the gain of every sample is the plan's", () => {
  test.each(["music", "swell"])("%s, whole", async (clipId) => {
    expect(await worstOf(planOf(), clipId)).toBeLessThan(NOTHING);
  });

  test("and in a slice that begins inside ducking and keys", async () => {
    const part = slicePlan(planOf(), { startFrame: 23, endFrame: 61 });
    expect(await worstOf(part, "music")).toBeLessThan(NOTHING);
    expect(await worstOf(part, "swell")).toBeLessThan(NOTHING);
  });
});
