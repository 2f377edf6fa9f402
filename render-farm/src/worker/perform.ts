/** One claimed job from its download to its finished files, and from there into the store. */
import { join } from "node:path";
import type { ClaimedStep, IngestJob } from "@cutroom/contracts";
import { ok } from "@cutroom/timeline";
import { exportVideo } from "../export/export-video.ts";
import type { ExportTools } from "../export/export-video.ts";
import { renderShare } from "../export/render-share.ts";
import { generateClip, paintedBytes } from "../generate/generate-clip.ts";
import { ingest } from "../ingest/ingest.ts";
import type { JobContext } from "../job-context.ts";
import { signClip } from "../provenance/sign-clip.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { download } from "../transfer/download.ts";
import { storeOutputs } from "../transfer/store-outputs.ts";
import type { FarmApi } from "./farm-api.ts";

type CompleteBody = Parameters<FarmApi["completeStep"]>[0]["body"];

/** A job's work, done. */
export interface Made {
  /** File names in one directory by output name. */
  readonly files: Readonly<Record<string, string>>;
  readonly result: CompleteBody["result"];
}

export interface JobOutcome {
  readonly outputs: CompleteBody["outputs"];
  readonly result: CompleteBody["result"];
}

/** Bytes of scratch space that a job may need beside what it downloads. */
const WORKING_ROOM_BYTES = 64 * 1024 * 1024;

function takenBytes(job: ClaimedStep["job"]): number {
  switch (job.kind) {
    case "ingest":
      return job.size_bytes * 2;
    case "export":
    case "segments":
      return job.assets.reduce((sum, asset) => sum + asset.size_bytes, 0) * 2;
    case "generate":
      return paintedBytes(job);
  }
}

export function scratchNeedBytes(job: ClaimedStep["job"]): number {
  return takenBytes(job) + WORKING_ROOM_BYTES;
}

async function performIngest(
  context: JobContext,
  job: IngestJob,
  { signer }: Pick<ExportTools, "signer">,
): Promise<StepResult<Made>> {
  const { origin } = job;
  // Only server-made names: what the user called the file never reaches a command line.
  const fileName = origin === undefined ? "source.bin" : "source.mp4";
  if (job.size_bytes === 0) return refused("EMPTY_FILE", "announced as 0 bytes");
  const source = await download({
    url: job.source_url,
    path: join(context.directory, fileName),
    sizeBytes: job.size_bytes,
    signal: context.signal,
    onBytes: (done) => context.progress(Math.floor((10 * done) / job.size_bytes)),
  });
  if (!source.ok) return source;
  const signed =
    origin === undefined ? ok(null) : await signClip(context, fileName, origin, signer);
  if (!signed.ok) return signed;
  const done = await ingest(context, fileName, job.limits);
  if (!done.ok) return done;
  const provenance = signed.value?.provenance;
  return ok({
    files: { ...done.value.files, ...(provenance === undefined ? {} : { original: fileName }) },
    result: {
      kind: "ingest",
      checksum: signed.value?.sha256 ?? source.value.sha256,
      ...(provenance === undefined ? {} : { provenance }),
      facts: done.value.facts,
      has_master: done.value.hasMaster,
      filmstrip: done.value.filmstrip,
      subtitles: [...done.value.subtitles],
      warnings: [...done.value.warnings],
      said_origin: done.value.saidOrigin,
    },
  });
}

/** Never throws for a fault of the input; a throw is a bug or a broken machine. */
export async function perform(
  context: JobContext,
  job: ClaimedStep["job"],
  tools: ExportTools,
): Promise<StepResult<Made>> {
  switch (job.kind) {
    case "ingest":
      return performIngest(context, job, tools);
    case "export":
      return exportVideo(context, job, tools);
    case "segments":
      return renderShare(context, job, tools);
    case "generate":
      return generateClip(context, job, tools);
  }
}

/** Brings finished files into the store; `from` is the directory that they lie in. */
export async function handIn(
  job: ClaimedStep["job"],
  made: Made,
  from: Pick<JobContext, "directory" | "signal">,
): Promise<StepResult<JobOutcome>> {
  const outputs = await storeOutputs(from, job.outputs, made.files);
  return outputs.ok ? ok({ outputs: [...outputs.value], result: made.result }) : outputs;
}
