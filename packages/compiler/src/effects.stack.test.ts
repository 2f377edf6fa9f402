/** FFmpeg's masks, vignettes and blurs are the shapes that the live canvas is told of. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import type { PictureLook } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromaOf, keyedShare } from "./chroma-key.ts";
import { compile } from "./compile.ts";
import { composeAt } from "./compose.ts";
import { blurSigma, vignetteShare } from "./effects.ts";
import { maskShare } from "./shape-mask.ts";
import { FPS_30, documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, render } from "./testing/media.ts";

const WIDTH = 160;
const HEIGHT = 90;

/** A lit screen, the same in shadow, skin, grass, and a pale green. */
const BARS: readonly (readonly [number, number, number])[] = [
  [16, 192, 64],
  [12, 144, 48],
  [216, 160, 128],
  [80, 140, 60],
  [150, 210, 160],
];

let native: MediaEngine;
let media: string;
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "effects-"));
  await makeImage(native, media, "white.png", `color=white:s=${WIDTH}x${HEIGHT}`);
  const half = `drawbox=x=${WIDTH / 2}:w=${WIDTH / 2}:h=${HEIGHT}:t=fill:color=white`;
  await makeImage(native, media, "step.png", `color=black:s=${WIDTH}x${HEIGHT},${half}`);
  const bars = BARS.map(([red, green, blue], index) => {
    const colour = [red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("");
    const width = WIDTH / BARS.length;
    return `drawbox=x=${index * width}:w=${width}:h=${HEIGHT}:t=fill:color=0x${colour}`;
  });
  const canvas = `color=black:s=${WIDTH}x${HEIGHT},format=gbrp`;
  await makeImage(native, media, "bars.png", [canvas, ...bars].join(","));
  const lighter = half.replace("white", "0xa0a0a0");
  await makeImage(native, media, "grey.png", `color=0x606060:s=${WIDTH}x${HEIGHT},${lighter}`);
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

async function drawn(asset: "white" | "step" | "grey" | "bars", look: Partial<PictureLook>) {
  const clip = { id: "one", asset, mediaKind: "image" as const, at: 0, frames: 1, look };
  const document = documentOf([{ kind: "video", clips: [clip] }], { width: WIDTH, height: HEIGHT });
  const facts = { [asset]: imageFactsOf(WIDTH, HEIGHT) };
  const plan = compile(document, facts, { width: WIDTH, height: HEIGHT, rate: FPS_30 });
  if (!plan.ok) throw new Error(plan.failure.code);
  const file = await render(native, media, plan.value, {
    files: { [`asset-${asset}`]: `${asset}.png` },
    output: { kind: "frame", fileName: "frame.rgba", format: "rgba" },
  });
  const pixels = await readFile(file);
  const [op] = composeAt(plan.value, 0);
  if (op === undefined) throw new Error("nothing is drawn");
  return { op, at: (x: number, y: number) => (pixels[4 * (y * WIDTH + x)] ?? 0) / 255 };
}

describe.each<Partial<PictureLook>>([
  { maskShape: "rectangle", maskRound: 0.5 },
  { maskShape: "rectangle", maskWidth: 0.5, maskHeight: 0.6, maskX: 0.2, maskFeather: 0.5 },
  { maskShape: "rectangle", maskRound: 1, maskWidth: 0.8, maskInvert: true },
  { maskShape: "ellipse", maskWidth: 0.7, maskY: -0.1, maskFeather: 0.3 },
  { maskShape: "ellipse", maskHeight: 0.4, cropLeft: 0.25 },
])("%j", (look) => {
  test("E2: shows what the compositor's share says, at every pixel", async () => {
    const { op, at } = await drawn("white", look);
    const { mask, rect } = op;
    if (mask === null) throw new Error("no mask");
    let worst = 0;
    for (let y = 0; y < HEIGHT; y += 1) {
      for (let x = rect.x; x < rect.x + rect.width; x += 1) {
        const share = maskShare(mask, rect, x - rect.x + 0.5, y - rect.y + 0.5);
        worst = Math.max(worst, Math.abs(at(x, y) - share));
      }
    }
    expect(worst).toBeLessThan(0.03);
  });
});

test("E2: a chroma key leaves of each colour what its share says", async () => {
  const look = { keyColour: "#10c040", keySimilarity: 0.4, keySmoothness: 0.5 };
  const { op, at } = await drawn("bars", look);
  if (op.key === null) throw new Error("no key");
  for (const [index, [red, green, blue]] of BARS.entries()) {
    const { cb, cr } = chromaOf(red, green, blue);
    const wanted = (keyedShare(op.key, cb, cr) * red) / 255;
    const x = Math.floor(((index + 0.5) * WIDTH) / BARS.length);
    expect(Math.abs(at(x, HEIGHT / 2) - wanted), `bar ${index}`).toBeLessThan(0.05);
  }
  // The screen, and the screen in shadow, are gone; skin stays.
  const shares = BARS.map((rgb) => {
    const { cb, cr } = chromaOf(...rgb);
    return op.key && keyedShare(op.key, cb, cr);
  });
  expect(shares.slice(0, 3)).toEqual([0, 0, 1]);
});

test("E2: a vignette darkens as its share says, not at all in the middle", async () => {
  const { at } = await drawn("white", { vignette: 0.8 });
  expect(at(WIDTH / 2, HEIGHT / 2)).toBeGreaterThan(0.98);
  for (const [x, y] of [
    [2, 2],
    [20, 45],
    [80, 5],
    [150, 80],
  ] as const) {
    const [u, v] = [(2 * x + 1) / WIDTH - 1, (2 * y + 1) / HEIGHT - 1];
    const wanted = 1 - 0.8 * vignetteShare(Math.hypot(u, v) / Math.SQRT2);
    expect(Math.abs(at(x, y) - wanted)).toBeLessThan(0.03);
  }
});

test("E2: a blurred edge spreads as far as its sigma says, and the frame's edges stay bright", async () => {
  const { op, at } = await drawn("step", { blur: 1 });
  const values = Array.from({ length: WIDTH }, (_, x) => at(x, HEIGHT / 2));
  const slopes = values.slice(1).map((value, index) => value - (values[index] ?? 0));
  const mean = slopes.reduce((sum, slope, x) => sum + slope * x, 0);
  const spread = Math.sqrt(slopes.reduce((sum, slope, x) => sum + slope * (x - mean) ** 2, 0));
  expect(Math.abs(spread - blurSigma(op.effects?.blurPx ?? 0))).toBeLessThan(0.6);
  expect(values.at(-1)).toBeGreaterThan(0.98);
  expect(at(WIDTH - 1, 0)).toBeGreaterThan(0.98);
});

test("sharpening makes the bright side of an edge brighter and the dark side darker", async () => {
  const plain = await drawn("grey", {});
  const sharp = await drawn("grey", { sharpen: 1 });
  const [dark, bright] = [WIDTH / 2 - 1, WIDTH / 2];
  expect(sharp.at(dark, 45)).toBeLessThan(plain.at(dark, 45) - 0.1);
  expect(sharp.at(bright, 45)).toBeGreaterThan(plain.at(bright, 45) + 0.1);
  expect(sharp.at(20, 45)).toBeCloseTo(plain.at(20, 45), 2);
});
