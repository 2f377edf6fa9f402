/** Which frames of a film an export is of. Pure. */
import type { ExportSpec } from "@cutroom/contracts";
import { rateFor } from "@cutroom/domain";
import { flicksToFrameNearest, ok, rangeAtRate } from "@cutroom/timeline";
import type { FrameRange, Rate } from "@cutroom/timeline";
import { refuse } from "../../refusal.ts";

/** The whole film's length, and the rate of its project. */
interface Film {
  readonly durationFlicks: number;
  readonly rate: Rate;
}

/**
 * The frames at the export's own rate, as the farm renders them; `export.range` when those that
 * were asked for are none, or not in the film.
 */
export function filmFrames(
  { format, rate: asked, range }: Pick<ExportSpec, "format" | "rate" | "range">,
  { durationFlicks, rate: own }: Film,
) {
  const rate = rateFor(format, asked ?? own);
  const countAt = (at: Rate) => Math.max(1, flicksToFrameNearest(durationFlicks, at));
  const whole: FrameRange = { startFrame: 0, endFrame: countAt(rate) };
  if (range === undefined) return ok({ rate, ...whole });
  const { start_frame: startFrame, end_frame: endFrame } = range;
  const frameCount = countAt(own);
  if (startFrame >= endFrame || endFrame > frameCount) {
    return refuse("export.range", { ...range, frame_count: frameCount });
  }
  return ok({ rate, ...rangeAtRate({ startFrame, endFrame }, own, rate, whole.endFrame) });
}
