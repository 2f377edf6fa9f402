/** What the live canvas is told of a transition is what FFmpeg draws of it. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { TRANSITION_KINDS } from "@cutroom/timeline";
import type { TransitionKind } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { composeAt } from "./compose.ts";
import type { DrawOp } from "./compose.ts";
import type { RenderPlan } from "./plan.ts";
import { documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, render } from "./testing/media.ts";
import { isMask, revealedShare } from "./transitions.ts";

const WIDTH = 160;
const HEIGHT = 90;
const START = 2;
const FRAMES = 8;
const FPS = { n: 30, d: 1 };
const FACTS = { black: imageFactsOf(WIDTH, HEIGHT), white: imageFactsOf(WIDTH, HEIGHT) };

let native: MediaEngine;
let media: string;

beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "transitions-"));
  await makeImage(native, media, "black.png", `color=black:s=${WIDTH}x${HEIGHT}`);
  await makeImage(native, media, "white.png", `color=white:s=${WIDTH}x${HEIGHT}`);
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

/** Black gives way to white on frames [START, START + FRAMES). */
function planOf(kind: TransitionKind): RenderPlan {
  const document = documentOf(
    [
      {
        kind: "video",
        clips: [
          { id: "left", asset: "black", mediaKind: "image", at: 0, frames: START + 4 },
          { id: "right", asset: "white", mediaKind: "image", at: START + 4, frames: 10 },
        ],
        transitions: [["left", "right", FRAMES, kind]],
      },
    ],
    { width: WIDTH, height: HEIGHT },
  );
  const plan = compile(document, FACTS, { width: WIDTH, height: HEIGHT, rate: FPS });
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

/** FFmpeg's pictures of each kind: made once, looked at by several tests. */
const rendered = new Map<TransitionKind, Promise<Uint8Array>>();

async function pixelsOf(kind: TransitionKind): Promise<Uint8Array> {
  const file = await render(native, media, planOf(kind), {
    files: { "asset-black": "black.png", "asset-white": "white.png" },
    output: { kind: "frame", fileName: "frames.rgba", format: "rgba" },
  });
  return readFile(file);
}

/** Brightness 0 to 1 of every pixel of every frame. */
async function brightness(
  kind: TransitionKind,
): Promise<(frame: number, x: number, y: number) => number> {
  const made = rendered.get(kind) ?? pixelsOf(kind);
  rendered.set(kind, made);
  const pixels = await made;
  return (frame, x, y) => (pixels[((frame * HEIGHT + y) * WIDTH + x) * 4] ?? 0) / 255;
}

/** What the compositor would show of white over black at a point. */
function composed(ops: readonly DrawOp[], x: number, y: number): number {
  let value = 0;
  for (const op of ops) {
    const inside = (at: number, shift: number, length: number) =>
      at >= shift && at < shift + length;
    const [dx, dy] = [op.shift?.x ?? 0, op.shift?.y ?? 0];
    const [du, dv] = [1 / WIDTH, 1 / HEIGHT];
    const point = { u: x * du, v: y * dv, du, dv, aspect: WIDTH / HEIGHT };
    const share = op.reveal === null ? 1 : revealedShare(op.reveal.kind, point, op.reveal.done);
    const alpha = inside(x, dx, WIDTH) && inside(y, dy, HEIGHT) ? op.opacity * share : 0;
    value = value * (1 - alpha) + (op.clipId === "right" ? 1 : 0) * alpha;
    if (op.tint !== null) {
      const tint = op.tint.colour === "#ffffff" ? 1 : 0;
      value = value * (1 - op.tint.opacity) + tint * op.tint.opacity;
    }
  }
  return value;
}

describe.each(TRANSITION_KINDS)("%s", (kind) => {
  test("E2: the live canvas shows FFmpeg's picture, but for the pixels of an edge", async () => {
    const plan = planOf(kind);
    const exact = await brightness(kind);
    let differing = 0;
    let error = 0;
    for (let frame = 0; frame < plan.frameCount; frame += 1) {
      const ops = composeAt(plan, frame);
      for (let y = 0; y < HEIGHT; y += 1) {
        for (let x = 0; x < WIDTH; x += 1) {
          const off = Math.abs(exact(frame, x, y) - composed(ops, x, y));
          error += off;
          if (off > 0.1) differing += 1;
        }
      }
    }
    const pixels = plan.frameCount * WIDTH * HEIGHT;
    expect(differing / pixels).toBeLessThan(0.01);
    expect(error / pixels).toBeLessThan(0.01);
  });

  test("it begins with the left picture alone and ends with the right one alone", async () => {
    const mean = meansOf(await brightness(kind));
    expect(mean(START)).toBeLessThan(0.01);
    expect(mean(START + FRAMES)).toBeGreaterThan(0.99);
  });
});

/** Mean brightness of a frame's middle row. */
function meansOf(exact: (frame: number, x: number, y: number) => number) {
  return (frame: number) => {
    let sum = 0;
    for (let x = 0; x < WIDTH; x += 1) sum += exact(frame, x, Math.floor(HEIGHT / 2));
    return sum / WIDTH;
  };
}

test.each(TRANSITION_KINDS.filter(isMask))("%s uncovers more with every frame", async (kind) => {
  const mean = meansOf(await brightness(kind));
  const shares = Array.from({ length: FRAMES }, (_, index) => mean(START + index));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});
