/** Export: a pinned document becomes a checked video file and its poster. */
import { join } from "node:path";
import { compile } from "@cutroom/compiler";
import type { PeaksByAsset, RenderPlan } from "@cutroom/compiler";
import type { ExportJob } from "@cutroom/contracts";
import { STREAM_MAX_MS, formatOf, outputSize, rateFor } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import type { TitleRasteriser } from "@cutroom/titles";
import type { JobContext } from "../job-context.ts";
import { faulted, refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { FarmApi } from "../worker/farm-api.ts";
import { describeFilm } from "@cutroom/provenance";
import type { Signer } from "@cutroom/provenance";
import { partsOf, provenanceOf } from "../provenance/parts-of.ts";
import type { Filmstrip } from "../ingest/thumbnails.ts";
import { signOutput } from "../provenance/sign-output.ts";
import { askedPlan } from "./asked-plan.ts";
import { gatherPeaks } from "./gather-peaks.ts";
import { gatherInputs } from "./gather-inputs.ts";
import { makeFilmstrip } from "./make-filmstrip.ts";
import { makeStream } from "./make-stream.ts";
import type { MadeStream } from "./make-stream.ts";
import { makeOutput, planForFormat } from "./make-output.ts";
import type { RenderSettings } from "./render.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { withPacks } from "./segment-packs.ts";

export interface ExportTools {
  readonly rasteriser: TitleRasteriser;
  readonly limits: Omit<RenderSettings, "quality" | "film" | "stretch">;
  /** What this farm makes; absent: everything. */
  readonly formats?: readonly ExportFormat[];
  /** Segments of earlier exports; absent: every segment is rendered, and none is shared. */
  readonly cache?: SegmentCache;
  /** Signs what is made; absent: nothing is signed. */
  readonly signer?: Signer;
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

/** What a film and a share of it are both made from. */
type RenderJob = Pick<ExportJob, "document" | "spec" | "assets" | "watermark">;

/** The plan of the whole document at the size that a job asks for; PLAN_INVALID or ASSET_MISSING when there is none. */
export function planOf(job: RenderJob, peaks: PeaksByAsset = {}): StepResult<RenderPlan> {
  const { settings } = job.document;
  const size = outputSize(settings.width, settings.height, job.spec.resolution);
  const facts = Object.fromEntries(job.assets.map((asset) => [asset.asset_id, asset.facts]));
  const { format } = job.spec;
  const target = { ...size, rate: rateFor(format, job.spec.rate ?? settings.rate) };
  const { captions } = job.spec;
  const plan = compile(job.document, facts, target, {
    watermark: job.watermark,
    aiLabel: job.spec.ai_label === true,
    captions: captions === "burn" || captions === "both",
    peaks,
  });
  if (plan.ok) return plan;
  const { code, details } = plan.failure;
  const internal = `${code} ${JSON.stringify(details ?? {})}`;
  return refused(code === "plan.asset-missing" ? "ASSET_MISSING" : "PLAN_INVALID", internal);
}

/** Leaves the file and its poster in the job's directory, or says why it could not. */
export async function exportVideo(
  context: JobContext,
  job: ExportJob,
  tools: ExportTools,
): Promise<StepResult<ExportedVideo>> {
  const { format, quality } = job.spec;
  if (tools.formats?.includes(format) === false) {
    return faulted("FORMAT_UNAVAILABLE", `this farm makes no ${format}`);
  }
  const peaks = await gatherPeaks(context, job);
  if (!peaks.ok) return peaks;
  const whole = planOf(job, peaks.value);
  if (!whole.ok) return whole;
  const { plan: asked, stretch } = askedPlan(whole.value, job);
  const plan = planForFormat(asked, format, job.spec.still_frame ?? 0);
  const startedAtMs = context.clock.nowMs();
  const inputs = await gatherInputs(context, plan, job, tools.rasteriser);
  if (!inputs.ok) return inputs;
  context.progress(10);
  const { loudness_lufs: loudnessLufs } = job.spec;
  const settings = { ...tools.limits, quality, format, loudnessLufs, stretch };
  const gatheredAtMs = context.clock.nowMs();
  const { cache: own } = tools;
  const cache = own === undefined ? null : withPacks(context, own, job.packs ?? []);
  const made = await makeOutput(context, plan, inputs.value, settings, cache);
  if (!made.ok) return made;
  context.progress(95);
  const { fileName, segments, reused, keepAs, poster } = made.value;
  if (keepAs !== null) await cache?.keep(keepAs, join(context.directory, fileName));
  context.log("export.rendered", {
    format,
    segments,
    reused,
    gather_ms: gatheredAtMs - startedAtMs,
    make_ms: context.clock.nowMs() - gatheredAtMs,
  });
  const streamed = await streamOf(context, job, plan, fileName, tools.limits.threads);
  if (!streamed.ok) return streamed;
  const { files, rungs } = streamed.value;
  const strip = await filmstripFor(context, job, plan, fileName);
  if (!strip.ok) return strip;
  const parts = partsOf(plan, job);
  const signed = await signOutput(context, fileName, describeFilm(parts), tools.signer ?? null);
  if (!signed.ok) return signed;
  return ok({
    files: {
      video: fileName,
      ...(poster === null ? {} : { poster }),
      ...(strip.value === null ? {} : { filmstrip: strip.value.fileName }),
      ...files,
    },
    result: {
      kind: "export",
      ...shapeOf(plan, format),
      engine: `${context.engine.kind} ${context.engine.version}`,
      cpu_ms: Math.round(context.cpu.ms),
      segments,
      segments_reused: reused,
      provenance: provenanceOf(parts, signed.value),
      ...(rungs.length === 0 ? {} : { stream: [...rungs] }),
      ...(strip.value === null ? {} : { filmstrip: strip.value.tiles }),
    },
  });
}

/** The adaptive stream where one was asked for and the film allows it; else nothing. */
async function streamOf(
  context: JobContext,
  job: ExportJob,
  plan: RenderPlan,
  fileName: string,
  threads: number,
): Promise<StepResult<MadeStream>> {
  const { adaptive, format } = job.spec;
  const durationMs = (plan.frameCount * plan.rate.d * 1_000) / plan.rate.n;
  const wanted = adaptive === true && format === "mp4-h264" && durationMs <= STREAM_MAX_MS;
  return wanted ? makeStream(context, plan, fileName, threads) : ok({ rungs: [], files: {} });
}

/** Null for what a share page does not play. */
async function filmstripFor(
  context: JobContext,
  { spec, outputs }: ExportJob,
  plan: RenderPlan,
  fileName: string,
): Promise<StepResult<Filmstrip | null>> {
  const { media, plays } = formatOf(spec.format);
  const isAsked = outputs.some(({ name }) => name === "filmstrip");
  return isAsked && media === "video" && plays ? makeFilmstrip(context, plan, fileName) : ok(null);
}

/** A sound has no frame and a still no length. */
function shapeOf(plan: RenderPlan, format: ExportFormat) {
  const { media } = formatOf(format);
  const { width, height, frameCount, rate } = plan;
  const seen = media === "sound" ? { width: 0, height: 0 } : { width, height };
  const durationMs = media === "still" ? 0 : Math.round((frameCount * rate.d * 1_000) / rate.n);
  return { ...seen, frame_count: media === "sound" ? 0 : frameCount, duration_ms: durationMs };
}
