/**
 * Renders a plan to one file. A short plan that fits one graph goes through FFmpeg once, as a
 * person would write it, or comes from the cache whole; any other is cut, its parts are rendered
 * side by side or taken from the cache, and its sound is mixed and encoded once, as a whole.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { liveInputs, lowerJoin, lowerSound, segmentPlan } from "@cutroom/compiler";
import type { Quality, RenderPlan } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import type { FrameRange } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import type { Stretch } from "./asked-plan.ts";
import type { FilmCodecs } from "./formats.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { mixSound } from "./mix-sound.ts";
import { renderKey } from "./render-key.ts";
import { renderPlan } from "./render-plan.ts";
import { segmentParts } from "./render-segments.ts";
import type { Segment } from "./render-segments.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { sideBySide } from "./side-by-side.ts";
import type { Part } from "./side-by-side.ts";

export interface RenderSettings {
  readonly quality: Quality;
  readonly film: FilmCodecs;
  /** Encoder threads; part of the output's bytes. */
  readonly threads: number;
  /** Pictures that one graph may hold open. */
  readonly maxPictures: number;
  /** Sounds that one graph may hold open. */
  readonly maxSounds: number;
  readonly segmentSeconds: number;
  /** Loudness of the whole sound; absent: as mixed. */
  readonly loudnessLufs?: number | undefined;
  /** A plan no longer than this stays whole when one graph can hold it. None does when absent. */
  readonly wholeSeconds?: number;
  /** Of a part of a film: it is cut where the whole is, so that either finds the other's segments. */
  readonly stretch?: Stretch | undefined;
  /** Parts of one export that are rendered at the same time; changes no byte. One when absent. */
  readonly atOnce?: number;
}

export interface Rendered {
  readonly fileName: string;
  readonly segments: number;
  /** How many of the segments came from the cache. */
  readonly reused: number;
  /** Keys of the cache's parts that it is made of. */
  readonly keys: readonly string[];
  /** The cache's key for the whole file, to be kept once it is checked; null: not to be kept. */
  readonly keepAs: string | null;
}

/** The parts that a plan is rendered in; null: it is rendered whole. */
export function segmentRanges(
  plan: RenderPlan,
  settings: Pick<
    RenderSettings,
    "maxPictures" | "maxSounds" | "segmentSeconds" | "wholeSeconds" | "stretch"
  >,
): FrameRange[] | null {
  const pictures = liveInputs(plan, { startFrame: 0, endFrame: plan.frameCount });
  const { maxPictures, maxSounds, stretch = { whole: plan, startFrame: 0 } } = settings;
  const targetFrames = Math.max(1, (settings.segmentSeconds * plan.rate.n) / plan.rate.d);
  const ranges = segmentPlan(stretch.whole, { targetFrames, maxInputs: maxPictures })
    .map(({ startFrame, endFrame }) => ({
      startFrame: Math.max(0, startFrame - stretch.startFrame),
      endFrame: Math.min(plan.frameCount, endFrame - stretch.startFrame),
    }))
    .filter(({ startFrame, endFrame }) => startFrame < endFrame);
  const seconds = (plan.frameCount * plan.rate.d) / plan.rate.n;
  const isShort = ranges.length === 1 || seconds <= (settings.wholeSeconds ?? 0);
  const isHeavy = pictures > maxPictures || plan.sounds.length > maxSounds;
  return isShort && !isHeavy ? null : ranges;
}

/** The plan as one video file with sound. Progress goes from 10 to 90. */
export async function render(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: RenderSettings,
  cache: SegmentCache | null,
): Promise<StepResult<Rendered>> {
  const ranges = segmentRanges(plan, settings);
  if (ranges !== null) {
    return renderInSegments(context, plan, inputs, { ...settings, ranges, cache });
  }
  return renderWhole(context, plan, inputs, { ...settings, cache });
}

async function renderWhole(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: RenderSettings & { readonly cache: SegmentCache | null },
): Promise<StepResult<Rendered>> {
  const { cache, quality, threads, film } = settings;
  const { fileName, picture, sound } = film;
  const encoding = { kind: "film", fileName, picture, sound, quality, threads } as const;
  const levelled = await levelledSound(context, plan, inputs, settings);
  if (!levelled.ok) return levelled;
  const output = { ...encoding, ...levelled.value };
  // The cache knows a film by what makes it, and nothing of a sound that was made before.
  const key =
    cache === null || settings.loudnessLufs !== undefined
      ? null
      : renderKey(cache, plan, inputs, output);
  const path = join(context.directory, fileName);
  if (cache !== null && key !== null && (await cache.take(key, path))) {
    return ok({ fileName, segments: 1, reused: 1, keys: [key], keepAs: null });
  }
  const progress = countFrames(context, plan.frameCount);
  const single = await renderPlan(context, plan, inputs, output, (frame) => progress(0, frame));
  if (!single.ok) return single;
  return ok({ fileName, segments: 1, reused: 0, keys: [], keepAs: key });
}

/** The sound as a file of its own when it has to be measured before it is encoded. */
async function levelledSound(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: RenderSettings,
): Promise<StepResult<{ audioFileName?: string }>> {
  if (settings.loudnessLufs === undefined) return ok({});
  const mixed = await mixSound(context, plan, inputs, settings);
  return mixed.ok ? ok({ audioFileName: mixed.value }) : mixed;
}

/** Frames done by part, as a share of all between 10 and 90 percent. */
export function countFrames(context: JobContext, frameCount: number) {
  const done = new Map<number, number>();
  return (part: number, frames: number) => {
    done.set(part, frames);
    const all = [...done.values()].reduce((sum, one) => sum + one, 0);
    context.progress(10 + (80 * Math.min(all, frameCount)) / frameCount);
  };
}

async function renderInSegments(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  settings: RenderSettings & {
    readonly ranges: readonly FrameRange[];
    readonly cache: SegmentCache | null;
  },
): Promise<StepResult<Rendered>> {
  const { quality, threads, film, ranges, cache, atOnce = 1 } = settings;
  const { picture, partEnding: ending, fileName } = film;
  const audio = `sound.${film.soundEnding}`;
  const pictures = segmentParts(plan, ranges, inputs, {
    settings: { quality, threads, picture },
    ending,
    cache,
    onFrame: countFrames(context, plan.frameCount),
  });
  // First, so that it is done long before the last picture.
  const sound: Part<Segment | null> = async (own) => {
    const mixed = await mixSound(own, plan, inputs, settings);
    if (!mixed.ok) return mixed;
    if (mixed.value === audio) return ok(null);
    const encoded = await runTool(own, "ffmpeg", lowerSound(mixed.value, audio, film.sound));
    return encoded.ok ? ok(null) : encoded;
  };
  const parts = await sideBySide<Segment | null>(context, atOnce, [sound, ...pictures]);
  if (!parts.ok) return parts;
  const segments = parts.value.filter((part) => part !== null);
  const names = segments.map((segment) => segment.fileName);
  const joined = lowerJoin(plan, { segments: names, audio, fileName, picture });
  await writeFile(join(context.directory, joined.listName), joined.listScript);
  const run = await runTool(context, "ffmpeg", joined.args);
  if (!run.ok) return run;
  const reused = segments.filter((segment) => segment.isReused).length;
  const keys = segments.flatMap(({ key }) => key ?? []);
  return ok({ fileName, segments: segments.length, reused, keys, keepAs: null });
}
