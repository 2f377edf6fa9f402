/** A look with keys is on each frame what the same look at rest is. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { EASES, framesToFlicks, lookAt } from "@cutroom/timeline";
import type { LookNumber, PictureLook } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { FPS_30, documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, render } from "./testing/media.ts";

const WIDTH = 160;
const HEIGHT = 90;
const BYTES = 4 * WIDTH * HEIGHT;
const FRAMES = 9;

let native: MediaEngine;
let media: string;
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "look-keys-"));
  await makeImage(native, media, "card.png", `smptehdbars=s=${WIDTH}x${HEIGHT},format=rgb24`);
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

type Moves = Partial<Record<LookNumber, readonly [from: number, to: number]>>;

function keysOf(moves: Moves) {
  const tracks = Object.entries(moves).map(([field, [from, to]]) => [
    field,
    [
      { at: 0, value: from, ease: EASES["ease-in"] },
      { at: framesToFlicks(FRAMES - 1, FPS_30), value: to, ease: EASES.linear },
    ],
  ]);
  return Object.fromEntries(tracks);
}

async function drawn(look: Partial<PictureLook>, moves: Moves): Promise<Buffer> {
  const clip = { id: "one", asset: "card", mediaKind: "image" as const, at: 0, frames: FRAMES };
  const shown = { ...clip, look, ...(Object.keys(moves).length > 0 && { keys: keysOf(moves) }) };
  const frame = { width: WIDTH, height: HEIGHT };
  const document = documentOf([{ kind: "video", clips: [shown] }], frame);
  const facts = { card: imageFactsOf(WIDTH, HEIGHT) };
  const plan = compile(document, facts, { ...frame, rate: FPS_30 });
  if (!plan.ok) throw new Error(plan.failure.code);
  const file = await render(native, media, plan.value, {
    files: { "asset-card": "card.png" },
    output: { kind: "frame", fileName: "frame.rgba", format: "rgba" },
  });
  return readFile(file);
}

/** Levels by which two pictures differ: on average, and the share of pixels further than 12. */
function difference(one: Buffer, two: Buffer) {
  let sum = 0;
  let far = 0;
  for (const [at, level] of one.entries()) {
    const off = Math.abs(level - (two[at] ?? 0));
    sum += off;
    if (off > 12) far += 1;
  }
  return { mean: sum / one.length, far: far / one.length };
}

describe.each<[string, Partial<PictureLook>, Moves]>([
  [
    "colour",
    {},
    { exposureEv: [-0.5, 0.7], contrast: [0, 0.5], saturation: [1, -1], temperature: [-0.6, 0.6] },
  ],
  // Radii of one to three pixels, of which the two frames have two: at rest there are even ones only.
  [
    "tint and effects",
    {},
    { tint: [-1, 0.4], blur: [0.4, 0.7], sharpen: [0, 1], vignette: [0, 1] },
  ],
  ["grain", {}, { grain: [0, 1] }],
  [
    "an oval",
    { maskShape: "ellipse", maskHeight: 0.5 },
    { maskX: [-0.4, 0.3], maskWidth: [0.1, 1], maskFeather: [0, 0.6] },
  ],
  [
    "a hard rectangle",
    { maskShape: "rectangle", maskWidth: 0.6, maskInvert: true },
    { maskY: [-0.3, 0.3], maskHeight: [0.2, 0.7], maskRound: [0, 1] },
  ],
  ["a key", { keyColour: "#00b400" }, { keySimilarity: [0, 0.8], keySmoothness: [0.1, 0.6] }],
])("%s", (_, look, moves) => {
  test("E2: each frame is that of the same look at rest", async () => {
    const moving = await drawn(look, moves);
    const of = (all: Buffer, frame: number) => all.subarray(frame * BYTES, (frame + 1) * BYTES);
    for (const frame of [3, 6]) {
      const full = { ...look, ...lookAt({ keys: keysOf(moves) }, framesToFlicks(frame, FPS_30)) };
      const still = await drawn({ ...full, ...look }, {});
      const { mean, far } = difference(of(moving, frame), of(still, frame));
      expect(mean, `frame ${frame}`).toBeLessThan(1);
      expect(far, `frame ${frame}`).toBeLessThan(0.005);
    }
    expect(difference(of(moving, 0), of(moving, FRAMES - 1)).mean).toBeGreaterThan(2);
  });
});
