/** Where a clip's picture and sound begin, in samples and in the asset's own time. */
import { flicksToSamples, framesToFlicks } from "@cutroom/timeline";
import type { Rate } from "@cutroom/timeline";
import type { ClipTiming } from "./timing.ts";

export const SAMPLE_RATE = 48_000;

export const assetInputId = (assetId: string) => `asset-${assetId}`;

export function frameToSample(frame: number, fps: Rate): number {
  return flicksToSamples(framesToFlicks(frame, fps), SAMPLE_RATE);
}

/** Source time at the clip's handle: earlier than its own start by the head of a transition. */
export function sourceAtHead(timing: ClipTiming, fps: Rate): number {
  const { clip, headJoint } = timing;
  if (clip.kind !== "media") return 0;
  const early = framesToFlicks(headJoint?.handleFrames ?? 0, fps);
  return Math.round(clip.sourceStart - (early * clip.speed.n) / clip.speed.d);
}
