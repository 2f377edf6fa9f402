/** A share of a long export: its segments, rendered and packed for whoever makes the film. */
import { pictureOnly, slicePlan } from "@cutroom/compiler";
import type { SegmentsJob } from "@cutroom/contracts";
import type { Share } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { FrameRange } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import { faulted } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { FarmApi } from "../worker/farm-api.ts";
import { askedPlan } from "./asked-plan.ts";
import { planOf } from "./export-video.ts";
import type { ExportTools } from "./export-video.ts";
import { filmCodecs } from "./formats.ts";
import { gatherInputs } from "./gather-inputs.ts";
import { gatherPeaks } from "./gather-peaks.ts";
import { countFrames, segmentRanges } from "./render.ts";
import { segmentKey, segmentParts } from "./render-segments.ts";
import { MAX_PACK_BYTES, packSegments } from "./segment-packs.ts";
import { sideBySide } from "./side-by-side.ts";

type SegmentsResult = Extract<
  Parameters<FarmApi["completeStep"]>[0]["body"]["result"],
  { kind: "segments" }
>;

export interface RenderedShare {
  /** pack, unless there was nothing left to render. */
  readonly files: Readonly<Record<string, string>>;
  readonly result: SegmentsResult;
}

const PACK = "share.pack";

/** Those of a film's segments that begin within the share: every one is in exactly one share. */
export function rangesOf(
  ranges: readonly FrameRange[],
  frameCount: number,
  { index, count }: Share,
): FrameRange[] {
  return ranges.filter((range) => Math.floor((range.startFrame * count) / frameCount) === index);
}

/**
 * Leaves the share's segments as one file in the job's directory; those that others have left in
 * the store already are not rendered again. Fails as an export does.
 */
export async function renderShare(
  context: JobContext,
  job: SegmentsJob,
  tools: ExportTools,
): Promise<StepResult<RenderedShare>> {
  const { format, quality } = job.spec;
  const film = filmCodecs(format);
  const { cache } = tools;
  if (film === null || cache === undefined || tools.formats?.includes(format) === false) {
    return faulted("FORMAT_UNAVAILABLE", `this farm makes no segments of ${format}`);
  }
  const peaks = await gatherPeaks(context, job);
  if (!peaks.ok) return peaks;
  const planned = planOf(job, peaks.value);
  if (!planned.ok) return planned;
  const { plan, stretch } = askedPlan(planned.value, job);
  const cut = segmentRanges(plan, { ...tools.limits, stretch }) ?? [];
  const ranges = rangesOf(cut, plan.frameCount, job.share);
  const span = {
    startFrame: ranges[0]?.startFrame ?? 0,
    endFrame: ranges.at(-1)?.endFrame ?? 1,
  };
  const seen = pictureOnly(slicePlan(plan, span));
  const inputs = await gatherInputs(context, seen, job, tools.rasteriser);
  if (!inputs.ok) return inputs;
  context.progress(10);
  const { threads, atOnce = 1 } = tools.limits;
  const settings = { picture: film.picture, quality, threads };
  const work = { settings, ending: film.partEnding, cache };
  const known = new Set(job.packs?.flatMap((pack) => pack.segments.map(({ key }) => key)));
  const wanted = ranges.filter(
    (range) => !known.has(segmentKey(cache, plan, range, inputs.value, work)),
  );
  const frameCount = wanted.reduce((sum, range) => sum + range.endFrame - range.startFrame, 0);
  const onFrame = countFrames(context, frameCount);
  const parts = segmentParts(plan, wanted, inputs.value, { ...work, onFrame });
  const rendered = await sideBySide(context, atOnce, parts);
  if (!rendered.ok) return rendered;
  const made = rendered.value.flatMap(({ key, fileName }) =>
    key === null ? [] : [{ key, fileName }],
  );
  const into = { fileName: PACK, maxBytes: MAX_PACK_BYTES };
  const segments = await packSegments(context.directory, made, into);
  context.log("share.rendered", { ...job.share, segments: segments.length, of: ranges.length });
  return ok({
    files: segments.length === 0 ? {} : { pack: PACK },
    result: {
      kind: "segments",
      engine: `${context.engine.kind} ${context.engine.version}`,
      cpu_ms: Math.round(context.cpu.ms),
      segments,
    },
  });
}
