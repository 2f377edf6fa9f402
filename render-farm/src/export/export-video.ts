/** Export: a pinned document becomes a checked video file and its poster. */
import { join } from "node:path";
import { compile } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import type { ExportJob } from "@cutroom/contracts";
import { outputSize } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { TitleRasteriser } from "@cutroom/titles";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { FarmApi } from "../worker/farm-api.ts";
import { gatherInputs } from "./gather-inputs.ts";
import { render } from "./render.ts";
import type { RenderSettings } from "./render.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { verify } from "./verify.ts";

export interface ExportTools {
  readonly rasteriser: TitleRasteriser;
  readonly limits: Omit<RenderSettings, "quality">;
  /** Segments of earlier exports; absent: every segment is rendered. */
  readonly cache?: SegmentCache;
}

type ExportResult = Extract<
  Parameters<FarmApi["completeStep"]>[0]["body"]["result"],
  { kind: "export" }
>;

export interface ExportedVideo {
  /** File names in the job's directory by output name: video, poster. */
  readonly files: Readonly<Record<string, string>>;
  readonly result: ExportResult;
}

/** The plan that a job asks for; PLAN_INVALID or ASSET_MISSING when there is none. */
export function planOf(job: ExportJob): StepResult<RenderPlan> {
  const { settings } = job.document;
  const size = outputSize(settings.width, settings.height, job.spec.resolution);
  const facts = Object.fromEntries(job.assets.map((asset) => [asset.asset_id, asset.facts]));
  const target = { ...size, rate: job.spec.rate ?? settings.rate };
  const plan = compile(job.document, facts, target, { watermark: job.watermark });
  if (plan.ok) return plan;
  const { code, details } = plan.failure;
  const internal = `${code} ${JSON.stringify(details ?? {})}`;
  return refused(code === "plan.asset-missing" ? "ASSET_MISSING" : "PLAN_INVALID", internal);
}

/** Leaves the video and its poster in the job's directory, or says why it could not. */
export async function exportVideo(
  context: JobContext,
  job: ExportJob,
  tools: ExportTools,
): Promise<StepResult<ExportedVideo>> {
  const plan = planOf(job);
  if (!plan.ok) return plan;
  const startedAtMs = context.clock.nowMs();
  const inputs = await gatherInputs(context, plan.value, job, tools.rasteriser);
  if (!inputs.ok) return inputs;
  context.progress(10);
  const settings = { ...tools.limits, quality: job.spec.quality };
  const gatheredAtMs = context.clock.nowMs();
  const cache = tools.cache ?? null;
  const rendered = await render(context, plan.value, inputs.value, settings, cache);
  if (!rendered.ok) return rendered;
  context.progress(90);
  const renderedAtMs = context.clock.nowMs();
  const checked = await verify(context, plan.value, inputs.value, rendered.value);
  if (!checked.ok) {
    // Another attempt must not be made of the same parts.
    if (checked.failure.code !== "VERIFY_FAILED") return checked;
    for (const key of rendered.value.keys) await cache?.forget(key);
    return checked;
  }
  context.progress(95);
  const { segments, reused, keepAs } = rendered.value;
  if (keepAs !== null) await cache?.keep(keepAs, join(context.directory, rendered.value.fileName));
  context.log("export.rendered", {
    segments,
    reused,
    gather_ms: gatheredAtMs - startedAtMs,
    render_ms: renderedAtMs - gatheredAtMs,
    verify_ms: context.clock.nowMs() - renderedAtMs,
  });
  const { width, height, frameCount, rate } = plan.value;
  return ok({
    files: { video: rendered.value.fileName, poster: checked.value.poster },
    result: {
      kind: "export",
      width,
      height,
      frame_count: frameCount,
      duration_ms: Math.round((frameCount * rate.d * 1_000) / rate.n),
      engine: `${context.engine.kind} ${context.engine.version}`,
      cpu_ms: Math.round(context.cpu.ms),
      segments,
      segments_reused: reused,
    },
  });
}
