/** What of a film an export is of. Pure. */
import { slicePlan } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import type { ExportJob } from "@cutroom/contracts";
import { formatOf } from "@cutroom/domain";
import { rangeAtRate } from "@cutroom/timeline";

/** Where in a whole film a plan begins. */
export interface Stretch {
  readonly whole: RenderPlan;
  readonly startFrame: number;
}

/**
 * The plan of the frames that a job asks for, and of which stretch it is; no stretch: it is the
 * whole film. A still is a frame of the whole in any case.
 */
export function askedPlan(
  whole: RenderPlan,
  { document, spec }: Pick<ExportJob, "document" | "spec">,
): { readonly plan: RenderPlan; readonly stretch?: Stretch } {
  const { range, format } = spec;
  if (range === undefined || formatOf(format).media === "still") return { plan: whole };
  const asked = { startFrame: range.start_frame, endFrame: range.end_frame };
  const frames = rangeAtRate(asked, document.settings.rate, whole.rate, whole.frameCount);
  return {
    plan: slicePlan(whole, frames),
    stretch: { whole, startFrame: frames.startFrame },
  };
}
