/** FFmpeg's grain is the sheet that the live canvas is told of. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { grainLevel, grainOf, grainOffset } from "./grain.ts";
import { FPS_30, documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, render } from "./testing/media.ts";

const WIDTH = 160;
const HEIGHT = 90;
const FRAMES = 3;

let native: MediaEngine;
let media: string;
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "grain-"));
  await makeImage(native, media, "grey.png", `color=0x808080:s=${WIDTH}x${HEIGHT},format=rgb24`);
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

test("E2: moves every pixel of a middle grey as its place on the sheet says, frame by frame", async () => {
  const look = { grain: 0.5 };
  const clip = {
    id: "one",
    asset: "grey",
    mediaKind: "image" as const,
    at: 0,
    frames: FRAMES,
    look,
  };
  const document = documentOf([{ kind: "video", clips: [clip] }], { width: WIDTH, height: HEIGHT });
  const facts = { grey: imageFactsOf(WIDTH, HEIGHT) };
  const plan = compile(document, facts, { width: WIDTH, height: HEIGHT, rate: FPS_30 });
  if (!plan.ok) throw new Error(plan.failure.code);
  const file = await render(native, media, plan.value, {
    files: { "asset-grey": "grey.png" },
    output: { kind: "frame", fileName: "frame.rgba", format: "rgba" },
  });
  const pixels = await readFile(file);
  const grain = grainOf(look.grain, HEIGHT);
  let worst = 0;
  let moved = 0;
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const corner = grainOffset(frame);
    for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
      const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
      const level = grainLevel(grain, corner.x + x, corner.y + y);
      // The luma of middle grey, laid over as FFmpeg does it in whole numbers, as it is seen.
      const luma = 2 * Math.floor((126 * level) / 255);
      const got = pixels[4 * (frame * WIDTH * HEIGHT + at)] ?? 0;
      moved += Math.abs(got - 128);
      worst = Math.max(worst, Math.abs(got - ((luma - 16) * 255) / 219));
    }
  }
  expect(worst).toBeLessThanOrEqual(2);
  expect(moved / (FRAMES * WIDTH * HEIGHT)).toBeGreaterThan(4);
});
