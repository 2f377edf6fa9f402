/** A sound under a ramp or backwards is where its picture is, and its seams are not heard. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { EASES, framesToFlicks, paceOf, sourceElapsedFlicks } from "@cutroom/timeline";
import type { MediaClip } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { slicePlan } from "./segments.ts";
import { FPS_30, documentOf, soundFactsOf } from "./testing/documents.ts";
import { makeSound, readSamples, render } from "./testing/media.ts";

const SECOND = 705_600_000;
const LENGTH_S = 60;
const TARGET = { width: 320, height: 180, rate: FPS_30 };
const PER_FRAME = 1_600;

let engine: MediaEngine;
let media: string;
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  engine = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "paced-"));
  // Every sample says on the left where in the source it is; on the right the level is the same.
  const where = `aevalsrc='0.8*t/${LENGTH_S}|0.4':s=48000:d=${LENGTH_S}`;
  await makeSound(engine, media, "where.wav", where);
});
afterAll(async () => {
  await engine.close();
  await rm(media, { recursive: true, force: true });
});

const key = (frame: number, value: number) => ({
  at: framesToFlicks(frame, FPS_30),
  value,
  ease: EASES["ease-in-out"],
});

interface Pace {
  readonly speedKeys?: MediaClip["speedKeys"];
  readonly reversed?: true;
  readonly audio?: Partial<MediaClip["audio"]>;
}

async function heard(pace: Pace, frames: number, fromFrame = 0) {
  const { speedKeys, reversed, audio } = pace;
  const sketch = {
    id: "where",
    asset: "where",
    mediaKind: "audio" as const,
    at: 0,
    frames,
    sourceStart: SECOND,
    ...(speedKeys && { speedKeys }),
    ...(reversed && { reversed }),
    ...(audio && { audio }),
  };
  const document = documentOf([{ kind: "audio", clips: [sketch] }]);
  const clip = document.clips["where"];
  const compiled = compile(document, { where: soundFactsOf(LENGTH_S) }, TARGET);
  if (!compiled.ok || clip?.kind !== "media") throw new Error("no plan");
  const whole = compiled.value;
  const plan =
    fromFrame === 0 ? whole : slicePlan(whole, { startFrame: fromFrame, endFrame: frames });
  const output = { kind: "pcm", fileName: "sound.wav" } as const;
  const files = { "asset-where": "where.wav" };
  const { left, right } = await readSamples(await render(engine, media, plan, { files, output }));
  const read = (frame: number) =>
    sourceElapsedFlicks(paceOf(clip), framesToFlicks(frame, FPS_30)) / SECOND;
  /** How far the sound is from its picture at a frame, in seconds. */
  const offS = (frame: number) => {
    const sourceS = reversed ? 1 + read(frames) - read(frame) : 1 + read(frame);
    const sample = left[(frame - fromFrame) * PER_FRAME] ?? 0;
    return Math.abs((sample * LENGTH_S) / 0.8 - sourceS);
  };
  return { plan, right, offS };
}

const RAMP = [key(0, 40), key(40, 300), key(70, 100)];

describe("E3: sound that changes its pace", () => {
  test.each<[string, Pace, number]>([
    ["with its pitch", { speedKeys: RAMP, audio: { pitch: "follows" } }, 0.01],
    ["with its pitch kept", { speedKeys: RAMP }, 0.02],
    ["backwards", { reversed: true }, 0.005],
    ["backwards under a ramp", { reversed: true, speedKeys: RAMP }, 0.02],
  ])("%s is where the picture is on every frame, and never drifts", async (_name, pace, mostS) => {
    const { offS, right } = await heard(pace, 90);
    const worst = Math.max(...Array.from({ length: 88 }, (_, frame) => offS(frame + 1)));
    expect(worst).toBeLessThan(mostS);
    // A seam that was heard would be a dip or a bump of the level.
    const levels = right.slice(PER_FRAME, 88 * PER_FRAME);
    const off = levels.reduce((most, level) => Math.max(most, Math.abs(level - 0.4)), 0);
    expect(off).toBeLessThan(0.01);
  });

  test("a long one backwards is turned round in pieces of at most 20 s, without a gap", async () => {
    const { plan, offS } = await heard({ reversed: true }, 50 * 30);
    expect(plan.sounds.map((one) => one.reversed)).toEqual([true, true, true]);
    for (const one of plan.sounds) {
      expect(one.endSample - one.startSample).toBeLessThan(20.1 * 48_000);
    }
    const worst = Math.max(...Array.from({ length: 1_490 }, (_, frame) => offS(frame + 5)));
    expect(worst).toBeLessThan(0.005);
  });

  test("a slice sounds as the whole does there, its clip's fades included", async () => {
    const pace = { speedKeys: RAMP, audio: { fadeIn: SECOND, pitch: "follows" } } as const;
    const [whole, part] = [await heard(pace, 90), await heard(pace, 90, 20)];
    const off = part.right.map((level, at) =>
      Math.abs(level - (whole.right[at + 20 * PER_FRAME] ?? 0)),
    );
    expect(off.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(0.02);
    expect(whole.right[15 * PER_FRAME]).toBeCloseTo(0.2, 1);
  });
});
