/** The picture of a plan in parts: those rendered before come from the cache, the rest at once. */
import { join } from "node:path";
import { pictureOnly, slicePlan } from "@cutroom/compiler";
import type { PictureCodec, Quality, RenderPlan } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import type { FrameRange } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { renderKey } from "./render-key.ts";
import { renderPlan } from "./render-plan.ts";
import type { SegmentCache } from "./segment-cache.ts";
import type { Part } from "./side-by-side.ts";

export interface Segment {
  readonly fileName: string;
  readonly isReused: boolean;
  /** Where it lies in the cache; null without one. */
  readonly key: string | null;
}

export interface SegmentSettings {
  readonly picture: PictureCodec;
  readonly quality: Quality;
  readonly threads: number;
}

interface SegmentWork {
  readonly settings: SegmentSettings;
  readonly ending: "mp4" | "mov";
}

const sliceOf = (plan: RenderPlan, range: FrameRange) => pictureOnly(slicePlan(plan, range));

const outputOf = ({ settings, ending }: SegmentWork) =>
  ({ kind: "video-segment", fileName: `segment.${ending}`, ...settings }) as const;

/** What a segment is found again by, on this worker and on others. */
export function segmentKey(
  cache: SegmentCache,
  plan: RenderPlan,
  range: FrameRange,
  inputs: GatheredInputs,
  work: SegmentWork,
): string {
  return renderKey(cache, sliceOf(plan, range), inputs, outputOf(work));
}

/** One part per range, for `sideBySide`. `onFrame` counts the frames of the part `index`. */
export function segmentParts(
  plan: RenderPlan,
  ranges: readonly FrameRange[],
  inputs: GatheredInputs,
  work: SegmentWork & {
    readonly cache: SegmentCache | null;
    readonly onFrame: (index: number, frames: number) => void;
  },
): Part<Segment>[] {
  const { ending, cache, onFrame } = work;
  return ranges.map((range, index) => async (context: JobContext): Promise<StepResult<Segment>> => {
    const slice = sliceOf(plan, range);
    const fileName = `segment-${index}.${ending}`;
    const path = join(context.directory, fileName);
    const key = cache === null ? null : segmentKey(cache, plan, range, inputs, work);
    if (cache !== null && key !== null && (await cache.take(key, path))) {
      onFrame(index, slice.frameCount);
      return ok({ fileName, isReused: true, key });
    }
    const output = { ...outputOf(work), fileName };
    const made = await renderPlan(context, slice, inputs, output, (frame) => onFrame(index, frame));
    if (!made.ok) return made;
    if (cache !== null && key !== null) await cache.keep(key, path);
    return ok({ fileName, isReused: false, key });
  });
}
