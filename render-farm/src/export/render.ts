/**
 * Renders a plan to one file. A plan that fits one graph goes through FFmpeg once, as a person
 * would write it; a larger one is cut, its sound is mixed as a whole and encoded once.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lowerJoin, segmentPlan, slicePlan } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { mixSound } from "./mix-sound.ts";
import { renderPlan } from "./render-plan.ts";

export type Quality = "draft" | "standard" | "high";

export interface RenderSettings {
  readonly quality: Quality;
  /** Encoder threads; part of the output's bytes. */
  readonly threads: number;
  /** Pictures that one graph may hold open. */
  readonly maxPictures: number;
  /** Sounds that one graph may hold open. */
  readonly maxSounds: number;
  readonly segmentSeconds: number;
}

export interface Rendered {
  readonly fileName: string;
  readonly segments: number;
}

const FILE_NAME = "video.mp4";

/** The plan as one video file with sound. Progress goes from 10 to 90. */
export async function render(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: RenderSettings,
): Promise<StepResult<Rendered>> {
  const pictures = plan.layers.reduce((sum, layer) => sum + layer.pictures.length, 0);
  const { quality, threads, maxPictures, maxSounds } = settings;
  const progress = (done: number) =>
    context.progress(10 + (80 * Math.min(done, plan.frameCount)) / plan.frameCount);
  if (pictures <= maxPictures && plan.sounds.length <= maxSounds) {
    const output = { kind: "mp4", fileName: FILE_NAME, quality, threads } as const;
    const single = await renderPlan(context, plan, inputs, output, progress);
    return single.ok ? ok({ fileName: FILE_NAME, segments: 1 }) : single;
  }
  return renderInSegments(context, plan, inputs, settings, progress);
}

async function renderInSegments(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: RenderSettings,
  progress: (done: number) => void,
): Promise<StepResult<Rendered>> {
  const { quality, threads, maxPictures: maxInputs } = settings;
  const targetFrames = Math.max(1, (settings.segmentSeconds * plan.rate.n) / plan.rate.d);
  const ranges = segmentPlan(plan, { targetFrames, maxInputs });
  const segments: string[] = [];
  for (const range of ranges) {
    const fileName = `segment-${segments.length}.mp4`;
    const output = { kind: "video-segment", fileName, quality, threads } as const;
    const part = await renderPlan(context, slicePlan(plan, range), inputs, output, (frame) =>
      progress(range.startFrame + frame),
    );
    if (!part.ok) return part;
    segments.push(fileName);
  }
  const audio = await mixSound(context, plan, inputs, settings.maxSounds);
  if (!audio.ok) return audio;
  const joined = lowerJoin(plan, { segments, audio: audio.value, fileName: FILE_NAME });
  await writeFile(join(context.directory, joined.listName), joined.listScript);
  const run = await runTool(context, "ffmpeg", joined.args);
  return run.ok ? ok({ fileName: FILE_NAME, segments: segments.length }) : run;
}
