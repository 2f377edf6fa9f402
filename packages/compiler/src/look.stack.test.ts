/** FFmpeg's grading is the arithmetic that the plan states, which the live canvas does too. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import type { PictureLook } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { composeAt } from "./compose.ts";
import type { PlanColour } from "./look.ts";
import { FPS_30, documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, render } from "./testing/media.ts";

type Rgb = readonly [number, number, number];
const SIZE = 64;
const COLOURS: Readonly<Record<string, Rgb>> = {
  "0x808080": [128, 128, 128],
  "0xc04020": [192, 64, 32],
  "0x2060a0": [32, 96, 160],
};

let native: MediaEngine;
let media: string;
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "looks-"));
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

function planOf(look: Partial<PictureLook>) {
  const clip = { id: "one", asset: "flat", mediaKind: "image" as const, at: 0, frames: 1, look };
  const document = documentOf([{ kind: "video", clips: [clip] }], { width: SIZE, height: SIZE });
  const target = { width: SIZE, height: SIZE, rate: FPS_30 };
  const plan = compile(document, { flat: imageFactsOf(SIZE, SIZE) }, target);
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

async function pixels(look: Partial<PictureLook>, source: string): Promise<Uint8Array> {
  await makeImage(native, media, "flat.png", source);
  const file = await render(native, media, planOf(look), {
    files: { "asset-flat": "flat.png" },
    output: { kind: "frame", fileName: "frame.rgba", format: "rgba" },
  });
  return readFile(file);
}

function graded(rgb: Rgb, colour: PlanColour | null): Rgb {
  if (colour === null) return rgb;
  const clip = (value: number) => Math.min(255, Math.max(0, value));
  const [r, g, b] = [
    clip(rgb[0] * colour.red),
    clip(rgb[1] * colour.green),
    clip(rgb[2] * colour.blue),
  ];
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const middle = (luma - 127.5) * colour.contrast + 127.5;
  const channel = (value: number) => clip(middle + (value - luma) * colour.saturation);
  return [channel(r), channel(g), channel(b)];
}

describe.each<Partial<PictureLook>>([
  { exposureEv: 0.7 },
  { exposureEv: -1.5 },
  { contrast: 0.5 },
  { contrast: -0.8 },
  { saturation: 0.5 },
  { saturation: -1 },
  { temperature: 0.8 },
  { temperature: -0.8, tint: 0.6 },
  { exposureEv: 0.3, contrast: 0.2, saturation: -0.3, temperature: 0.4, tint: -0.4 },
])("%j", (look) => {
  test.each(Object.entries(COLOURS))("E2: grades %s as the plan says", async (name, rgb) => {
    const [op] = composeAt(planOf(look), 0);
    const found = await pixels(look, `color=${name}:s=${SIZE}x${SIZE}`);
    const wanted = graded(rgb, op?.colour ?? null);
    const at = 4 * (SIZE * 32 + 32);
    for (const [channel, value] of wanted.entries()) {
      expect(Math.abs((found[at + channel] ?? 0) - value)).toBeLessThan(5);
    }
  });
});

test("a crop leaves the rest where it is, and a mirrored picture is cropped as it is seen", async () => {
  // Red left half, blue right half.
  const halves = `color=red:s=${SIZE}x${SIZE},drawbox=x=32:w=32:h=${SIZE}:t=fill:color=blue`;
  const sample = (found: Uint8Array, x: number) => [
    ...found.subarray(4 * (SIZE * 32 + x), 4 * (SIZE * 32 + x) + 3),
  ];
  const near = (found: readonly number[], wanted: Rgb) =>
    found.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 12);
  const cropped = await pixels({ cropLeft: 0.25 }, halves);
  expect(near(sample(cropped, 4), [0, 0, 0])).toBe(true);
  expect(near(sample(cropped, 24), [255, 0, 0])).toBe(true);
  expect(near(sample(cropped, 56), [0, 0, 255])).toBe(true);
  const mirrored = await pixels({ cropLeft: 0.25, flipX: true }, halves);
  expect(near(sample(mirrored, 4), [0, 0, 0])).toBe(true);
  expect(near(sample(mirrored, 24), [0, 0, 255])).toBe(true);
  expect(near(sample(mirrored, 56), [255, 0, 0])).toBe(true);
});
