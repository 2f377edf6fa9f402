/** FFmpeg's levels are the ones that the live canvas is told of. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { BUILT_IN_LUTS } from "@cutroom/timeline";
import type { PictureLook } from "@cutroom/timeline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { FPS_30, documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, makeTitles, render } from "./testing/media.ts";
import { builtInTable } from "./lut/built-in-tables.ts";
import { lookUp, mixedTable } from "./lut/colour-table.ts";
import { channelTables } from "./tones.ts";

const WIDTH = 128;
const HEIGHT = 16;
const LEVELS = [0, 32, 64, 96, 128, 160, 192, 255];

let native: MediaEngine;
let media: string;
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "tones-"));
  const bars = LEVELS.map((level, index) => {
    const hex = level.toString(16).padStart(2, "0");
    const width = WIDTH / LEVELS.length;
    return `drawbox=x=${index * width}:w=${width}:h=${HEIGHT}:t=fill:color=0x${hex.repeat(3)}`;
  });
  const canvas = `color=black:s=${WIDTH}x${HEIGHT},format=gbrp`;
  await makeImage(native, media, "greys.png", [canvas, ...bars].join(","));
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

/** The middle pixel of each grey bar, as the look shows it. */
async function shown(look: Partial<PictureLook>): Promise<(readonly number[])[]> {
  const clip = { id: "one", asset: "greys", mediaKind: "image" as const, at: 0, frames: 1, look };
  const document = documentOf([{ kind: "video", clips: [clip] }], { width: WIDTH, height: HEIGHT });
  const facts = { greys: imageFactsOf(WIDTH, HEIGHT) };
  const plan = compile(document, facts, { width: WIDTH, height: HEIGHT, rate: FPS_30 });
  if (!plan.ok) throw new Error(plan.failure.code);
  const file = await render(native, media, plan.value, {
    files: { "asset-greys": "greys.png", ...(await makeTitles(plan.value, media)).files },
    output: { kind: "frame", fileName: "frame.rgba", format: "rgba" },
  });
  const pixels = await readFile(file);
  return LEVELS.map((_, index) => {
    const x = Math.floor(((index + 0.5) * WIDTH) / LEVELS.length);
    const start = 4 * ((HEIGHT / 2) * WIDTH + x);
    return [...pixels.subarray(start, start + 3)];
  });
}

test("E2: every level becomes what its channel's table says, within the rounding of 4:2:0", async () => {
  const curves: NonNullable<PictureLook["curves"]> = {
    master: [
      [0, 24],
      [64, 50],
      [192, 215],
      [255, 245],
    ],
    red: [
      [0, 0],
      [128, 150],
      [255, 255],
    ],
    blue: [
      [0, 40],
      [255, 200],
    ],
  };
  const { red, green, blue } = channelTables(curves);
  const wanted = LEVELS.map((level) => [red[level], green[level], blue[level]]);
  const got = await shown({ curves });
  const worst = wanted.flatMap((rgb, bar) =>
    rgb.map((value, channel) => Math.abs((value ?? 0) - (got[bar]?.[channel] ?? 0))),
  );
  expect(Math.max(...worst)).toBeLessThanOrEqual(3);
});

test.each(BUILT_IN_LUTS)("E2: %s shows what its table says, at its strength", async (name) => {
  const table = mixedTable(builtInTable(name), 0.7);
  const asIs = Uint8Array.from({ length: 256 }, (_, level) => level);
  const wanted = new Uint8ClampedArray(LEVELS.flatMap((level) => [level, level, level, 255]));
  lookUp(wanted, table, [asIs, asIs, asIs]);
  const got = await shown({ lut: { kind: "built-in", name }, lutStrength: 0.7 });
  const worst = got.flatMap((rgb, bar) =>
    rgb.map((value, channel) => Math.abs(value - (wanted[4 * bar + channel] ?? 0))),
  );
  expect(Math.max(...worst)).toBeLessThanOrEqual(3);
});
