/** The picture of a plan in parts: those rendered before come from the cache, the rest at once. */
import { join } from "node:path";
import { lowerToFfmpeg, pictureOnly, slicePlan } from "@cutroom/compiler";
import type { FrameRange, LowerOutput, RenderPlan } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { renderPlan } from "./render-plan.ts";
import type { SegmentCache } from "./segment-cache.ts";
import type { Part } from "./side-by-side.ts";

export interface Segment {
  readonly fileName: string;
  readonly isReused: boolean;
}

export interface SegmentSettings {
  readonly quality: "draft" | "standard" | "high";
  readonly threads: number;
}

/**
 * Everything that decides a segment's bytes: what FFmpeg is told, with the names that depend on
 * the rest of the job taken out, and the bytes it reads. What FFmpeg is told holds the compiler's
 * version, the encoder's settings and threads; a drawn title's bytes hold the fonts.
 */
function segmentKey(
  cache: SegmentCache,
  slice: RenderPlan,
  inputs: GatheredInputs,
  settings: SegmentSettings,
): string {
  const names = slice.inputs.map((input, index) => {
    const ending = (inputs.files[input.id] ?? "").split(".").at(-1) ?? "";
    return [input.id, `input-${index}.${ending}`] as const;
  });
  const { args, filterScript } = lowerToFfmpeg(slice, {
    files: Object.fromEntries(names),
    titleRects: inputs.titleRects,
    output: { kind: "video-segment", fileName: "segment.mp4", ...settings },
  });
  const bytes = slice.inputs.map((input) => inputs.hashes[input.id] ?? null);
  return cache.keyOf({ args, filterScript, bytes });
}

/** One part per range, for `sideBySide`. `onFrame` counts the frames of the part `index`. */
export function segmentParts(
  plan: RenderPlan,
  ranges: readonly FrameRange[],
  inputs: GatheredInputs,
  work: {
    readonly settings: SegmentSettings;
    readonly cache: SegmentCache | null;
    readonly onFrame: (index: number, frames: number) => void;
  },
): Part<Segment>[] {
  const { settings, cache, onFrame } = work;
  return ranges.map((range, index) => async (context: JobContext): Promise<StepResult<Segment>> => {
    const slice = pictureOnly(slicePlan(plan, range));
    const fileName = `segment-${index}.mp4`;
    const path = join(context.directory, fileName);
    const key = cache === null ? null : segmentKey(cache, slice, inputs, settings);
    if (cache !== null && key !== null && (await cache.take(key, path))) {
      onFrame(index, slice.frameCount);
      return ok({ fileName, isReused: true });
    }
    const output: LowerOutput = { kind: "video-segment", fileName, ...settings };
    const made = await renderPlan(context, slice, inputs, output, (frame) => onFrame(index, frame));
    if (!made.ok) return made;
    if (cache !== null && key !== null) await cache.keep(key, path);
    return ok({ fileName, isReused: false });
  });
}
