/** FFmpeg blends by the formulas that CSS gives the modes, wherever neither picture is black or white. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlanBlend } from "./blend-graph.ts";
import { compile } from "./compile.ts";
import { FPS_30, documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, render } from "./testing/media.ts";

const SIZE = 64;
const OPACITY = 0.6;
const BENEATH = [192, 64, 140];
const ABOVE = [32, 96, 200];

/** W3C Compositing and Blending, section 5.8; shares of full brightness. */
const FORMULAS: Readonly<Record<PlanBlend, (beneath: number, above: number) => number>> = {
  multiply: (b, s) => b * s,
  darken: (b, s) => Math.min(b, s),
  "color-burn": (b, s) => (b === 1 ? 1 : s === 0 ? 0 : 1 - Math.min(1, (1 - b) / s)),
  screen: (b, s) => b + s - b * s,
  lighten: (b, s) => Math.max(b, s),
  "color-dodge": (b, s) => (b === 0 ? 0 : s === 1 ? 1 : Math.min(1, b / (1 - s))),
  add: (b, s) => Math.min(1, b + s),
  overlay: (b, s) => (b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s)),
  "hard-light": (b, s) => (s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s)),
  difference: (b, s) => Math.abs(b - s),
  exclusion: (b, s) => b + s - 2 * b * s,
};
const MODES = Object.keys(FORMULAS) as PlanBlend[];

let native: MediaEngine;
let media: string;
let pixels: Uint8Array;

/** One frame of each mode, the upper picture over the right half. */
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "blends-"));
  await makeImage(native, media, "beneath.png", `color=0xc0408c:s=${SIZE}x${SIZE}`);
  await makeImage(native, media, "above.png", `color=0x2060c8:s=${SIZE}x${SIZE}`);
  const still = { mediaKind: "image" as const };
  const clips = MODES.map((blend, at) => ({
    ...still,
    id: blend,
    asset: "above",
    at,
    frames: 1,
    transform: { x: 0.5 },
    opacity: OPACITY,
    blend,
  }));
  const base = { ...still, id: "base", asset: "beneath", at: 0, frames: MODES.length };
  const document = documentOf(
    [
      { kind: "video", clips: [base] },
      { kind: "overlay", clips },
    ],
    { width: SIZE, height: SIZE },
  );
  const facts = { beneath: imageFactsOf(SIZE, SIZE), above: imageFactsOf(SIZE, SIZE) };
  const plan = compile(document, facts, { width: SIZE, height: SIZE, rate: FPS_30 });
  if (!plan.ok) throw new Error(plan.failure.code);
  const file = await render(native, media, plan.value, {
    files: { "asset-beneath": "beneath.png", "asset-above": "above.png" },
    output: { kind: "frame", fileName: "frames.rgba", format: "rgba" },
  });
  pixels = await readFile(file);
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

test.each(MODES)("E2: %s is CSS's formula, as far as the picture is opaque", (mode) => {
  const frame = MODES.indexOf(mode);
  const at = (x: number, channel: number) =>
    pixels[4 * ((frame * SIZE + SIZE / 2) * SIZE + x) + channel] ?? 0;
  for (const [channel, beneath] of BENEATH.entries()) {
    const above = ABOVE[channel] ?? 0;
    const mixed = 255 * FORMULAS[mode](beneath / 255, above / 255);
    const wanted = beneath * (1 - OPACITY) + mixed * OPACITY;
    expect(Math.abs(at(SIZE - 8, channel) - wanted), `channel ${channel}`).toBeLessThan(6);
    expect(Math.abs(at(8, channel) - beneath), `beside it, channel ${channel}`).toBeLessThan(4);
  }
});
