/** What the keys say is what FFmpeg draws, and where the live canvas draws it too. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { EASES, framesToFlicks, poseAt } from "@cutroom/timeline";
import type { Ease, Key, PictureKeys, Pose } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { composeAt } from "./compose.ts";
import { FPS_30, documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, render } from "./testing/media.ts";

const WIDTH = 160;
const HEIGHT = 90;
const FRAMES = 20;

let native: MediaEngine;
let media: string;
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "motion-"));
  await makeImage(native, media, "white.png", `color=white:s=${WIDTH}x${HEIGHT}`);
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

const track = (...points: readonly (readonly [number, number, Ease?])[]): Key[] =>
  points.map(([frame, value, ease]) => ({
    at: framesToFlicks(frame, FPS_30),
    value,
    ease: ease ?? EASES.linear,
  }));

/** A white picture of half the frame's size over black. */
function projectOf(keys: PictureKeys) {
  const clip = {
    id: "white",
    asset: "white",
    mediaKind: "image" as const,
    at: 0,
    frames: FRAMES,
    transform: { scale: 0.5 },
    keys,
  };
  const document = documentOf([{ kind: "overlay", clips: [clip] }], {
    width: WIDTH,
    height: HEIGHT,
  });
  const target = { width: WIDTH, height: HEIGHT, rate: FPS_30 };
  const plan = compile(document, { white: imageFactsOf(WIDTH, HEIGHT) }, target);
  if (!plan.ok) throw new Error(plan.failure.code);
  return { plan: plan.value, clip: document.clips["white"] };
}

async function brightness(keys: PictureKeys) {
  const file = await render(native, media, projectOf(keys).plan, {
    files: { "asset-white": "white.png" },
    output: { kind: "frame", fileName: "frames.rgba", format: "rgba" },
  });
  const pixels = await readFile(file);
  return (frame: number, x: number, y: number) =>
    (pixels[((frame * HEIGHT + y) * WIDTH + x) * 4] ?? 0) / 255;
}

interface Placed {
  readonly centre: readonly [number, number];
  readonly size: readonly [number, number];
  readonly rotationDeg: number;
  readonly opacity: number;
}

function shown(at: Placed, x: number, y: number): number {
  const angle = (at.rotationDeg * Math.PI) / 180;
  const [dx, dy] = [x + 0.5 - at.centre[0], y + 0.5 - at.centre[1]];
  const along = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
  const across = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle));
  return along <= at.size[0] / 2 && across <= at.size[1] / 2 ? at.opacity : 0;
}

function posed(pose: Pose): Placed {
  return {
    centre: [WIDTH * (0.5 + pose.x), HEIGHT * (0.5 + pose.y)],
    size: [WIDTH * pose.scale, HEIGHT * pose.scale],
    rotationDeg: pose.rotationDeg,
    opacity: pose.opacity,
  };
}

describe.each<[string, PictureKeys]>([
  ["a straight move", { x: track([0, -0.3], [19, 0.3]), y: track([4, 0], [12, 0.2]) }],
  ["an eased zoom", { scale: track([0, 0.2, EASES["ease-in-out"]], [15, 1.4]) }],
  ["a turn", { rotationDeg: track([2, 0, EASES["ease-out"]], [18, 400]) }],
  ["a jump after a hold", { x: track([0, -0.2, "hold"], [7, 0.25], [9, 0]) }],
  ["changing opacity", { opacity: track([1, 0], [8, 1, EASES["ease-in"]], [19, 0.2]) }],
  [
    "all of it",
    {
      x: track([0, -0.5, EASES.overshoot], [19, 0.2]),
      scale: track([0, 1], [10, 0.3, EASES["ease-in-out"]], [19, 0.8]),
      rotationDeg: track([0, 10], [19, -80]),
      opacity: track([0, 0.3], [19, 1]),
    },
  ],
])("%s", (_, keys) => {
  test("E2: every frame of the graph and of the live canvas is the keys' pose", async () => {
    const { plan, clip } = projectOf(keys);
    const exact = await brightness(keys);
    if (clip === undefined || clip.kind === "caption") throw new Error("no picture");
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const wanted = posed(poseAt(clip, framesToFlicks(frame, FPS_30)));
      const [op] = composeAt(plan, frame);
      if (op === undefined) throw new Error("nothing is drawn");
      const { rect } = op;
      const live: Placed = {
        centre: [rect.x + rect.width / 2, rect.y + rect.height / 2],
        size: [rect.width, rect.height],
        rotationDeg: op.rotationDeg,
        opacity: op.opacity,
      };
      let [graphOff, liveOff, area] = [0, 0, 0];
      for (let y = 0; y < HEIGHT; y += 1) {
        for (let x = 0; x < WIDTH; x += 1) {
          area += 1;
          graphOff += Math.abs(exact(frame, x, y) - shown(wanted, x, y));
          liveOff += Math.abs(shown(live, x, y) - shown(wanted, x, y));
        }
      }
      // Edges between two pixels: half of a frame's outline at the most.
      expect(graphOff / area, `graph, frame ${frame}`).toBeLessThan(0.014);
      expect(liveOff / area, `live, frame ${frame}`).toBeLessThan(0.014);
    }
  });
});

test("a frame's middle moves by fractions of a pixel, not in steps of two", async () => {
  const exact = await brightness({ x: track([0, 0], [19, 4 / WIDTH]) });
  const lefts = Array.from({ length: FRAMES }, (_, frame) => {
    let sum = 0;
    for (let x = 0; x < WIDTH / 2; x += 1) sum += exact(frame, x, HEIGHT / 2);
    return sum;
  });
  const steps = lefts.slice(1).map((left, index) => (lefts[index] ?? 0) - left);
  expect(Math.max(...steps)).toBeLessThan(0.6);
});
