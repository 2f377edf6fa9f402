/**
 * The promise behind the preview: native FFmpeg and ffmpeg-core give the same frames and the
 * same samples for every plan, slices join to the whole, and the compositor shows the same
 * source frames.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import { createWasmEngine } from "@cutroom/adapters/media-engine/wasm";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import type { RenderPlan } from "./plan.ts";
import { slicePlan } from "./segments.ts";
import {
  GOLDEN_FACTS,
  GOLDEN_FILES,
  GOLDEN_PROJECTS,
  goldenOptions,
} from "./testing/golden-projects.ts";
import type { GoldenProject } from "./testing/golden-projects.ts";
import { makeGoldenMedia, makeTitles, readHashes, render } from "./testing/media.ts";
import type { Hashes } from "./testing/media.ts";

let native: MediaEngine;
let wasm: MediaEngine;
let media: string;

beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  wasm = await createWasmEngine();
  media = await mkdtemp(path.join(os.tmpdir(), "parity-"));
  await makeGoldenMedia(native, media);
});

afterAll(async () => {
  await Promise.all([native.close(), wasm.close()]);
  await rm(media, { recursive: true, force: true });
});

function planOf(project: GoldenProject): RenderPlan {
  const options = goldenOptions(project);
  const plan = compile(project.document, GOLDEN_FACTS, project.target, options);
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

async function hashesOf(
  engine: MediaEngine,
  plan: RenderPlan,
  streams: "video" | "both" = "both",
): Promise<Hashes> {
  const titles = await makeTitles(plan, media);
  const file = await render(engine, media, plan, {
    files: { ...GOLDEN_FILES, ...titles.files },
    titleRects: titles.titleRects,
    output: { kind: "frame-hashes", fileName: `${engine.kind}.txt`, streams },
  });
  return readHashes(file);
}

describe.each(GOLDEN_PROJECTS)("golden project $name", (project) => {
  let made: Promise<Hashes> | null = null;
  /** The whole film by native FFmpeg: made once, compared by both tests. */
  const whole = () => (made ??= hashesOf(native, planOf(project)));

  test("E2: native and wasm agree on every frame and every sample", async () => {
    const plan = planOf(project);
    const one = await whole();
    const two = await hashesOf(wasm, plan);
    expect(one.video).toHaveLength(plan.frameCount);
    expect(one.samples).toBe(plan.sampleCount);
    expect(two.video).toEqual(one.video);
    expect(two.audio).toEqual(one.audio);
    expect(two.samples).toBe(plan.sampleCount);
  });

  test("joined slices are the whole, wherever it is cut", async () => {
    const plan = planOf(project);
    const { video } = await whole();
    // Inside fades, inside crossfades, and for a single frame.
    const edges = [0, 7, 26, 27, plan.frameCount];
    const joined: string[] = [];
    for (const [at, endFrame] of edges.entries()) {
      if (at === 0) continue;
      const slice = slicePlan(plan, { startFrame: edges[at - 1] ?? 0, endFrame });
      joined.push(...(await hashesOf(native, slice, "video")).video);
    }
    expect(joined).toEqual(video);
  });
});
