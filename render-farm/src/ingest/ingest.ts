/** Ingest: an uploaded file becomes a refusal, or a master, a proxy and what the editor draws. */
import { createReadStream } from "node:fs";
import { open, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ok } from "@cutroom/timeline";
import type { MediaFacts } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { STILLS, alphaDecoder, checkClaims, chooseStreams, classify } from "./classify.ts";
import type { IngestLimits, IngestPlan, Measured } from "./classify.ts";
import { isCutOff } from "./completeness.ts";
import { masterArgs } from "./master.ts";
import type { MasterFile } from "./master.ts";
import { createPeakWriter, readLoudness } from "./peaks.ts";
import { pictureSize } from "./picture-header.ts";
import { probe } from "./probe.ts";
import type { ProbeReport } from "./probe.ts";
import { filmstripArgs, listenArgs, posterArgs, proxyArgs } from "./proxy.ts";
import type { Filmstrip } from "./proxy.ts";
import { scanAudio, scanVideo } from "./scan.ts";
import { HEAD_BYTES, sniff } from "./sniff.ts";
import type { Container } from "./sniff.ts";
import { isTransparent } from "./transparency.ts";
import type { IngestWarning } from "./warnings.ts";

export interface Ingested {
  readonly facts: MediaFacts;
  readonly warnings: readonly IngestWarning[];
  readonly hasMaster: boolean;
  readonly filmstrip: Filmstrip["tiles"] | null;
  /** File names in the job's directory by output name: master, proxy, poster, filmstrip, peaks. */
  readonly files: Readonly<Record<string, string>>;
  /** Why a master was made; for operators. */
  readonly reasons: readonly string[];
}

interface Source {
  readonly container: Container;
  readonly fileName: string;
  readonly maxPixels: number;
}

async function examine(
  context: JobContext,
  fileName: string,
  limits: IngestLimits,
): Promise<StepResult<Source>> {
  const path = join(context.directory, fileName);
  const { size } = await stat(path);
  const handle = await open(path, "r");
  try {
    const readAt = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      return new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead);
    };
    const head = await readAt(0, Math.min(HEAD_BYTES, size));
    const sniffed = sniff(head);
    if (!sniffed.ok) return refused(sniffed.code, "by its first bytes");
    const { container } = sniffed;
    const announced = pictureSize(container, head);
    if (announced !== null && announced.width * announced.height > limits.max_pixels) {
      return refused("PIXEL_LIMIT", `announces ${announced.width}x${announced.height}`);
    }
    if (await isCutOff(container, readAt, size)) {
      return refused("TRUNCATED", `${container} ends before its time`);
    }
    return ok({ container, fileName, maxPixels: limits.max_pixels });
  } finally {
    await handle.close();
  }
}

async function measure(
  context: JobContext,
  source: Source,
  report: ProbeReport,
  limits: IngestLimits,
): Promise<StepResult<Measured>> {
  const { video, audio } = chooseStreams(report);
  const decoder = video === null ? null : alphaDecoder(video);
  const seen =
    video === null ? null : await scanVideo(context, { ...source, streamIndex: video.index });
  if (seen !== null && !seen.ok) return seen;
  context.progress(20);
  const heard =
    audio === null || STILLS.has(source.container)
      ? null
      : await scanAudio(
          context,
          { ...source, streamIndex: audio.index },
          {
            timeBase: audio.time_base ?? { n: 1, d: audio.sample_rate ?? 48_000 },
            sampleRate: audio.sample_rate ?? 48_000,
          },
        );
  if (heard !== null && !heard.ok) return heard;
  const transparent =
    video === null ? ok(false) : await isTransparent(context, source, video, decoder);
  if (!transparent.ok) return transparent;
  return ok({
    container: source.container,
    probe: report,
    limits,
    video: video === null || seen === null ? null : { stream: video, scan: seen.value },
    audio: audio === null || heard === null ? null : { stream: audio, scan: heard.value },
    transparent: transparent.value,
  });
}

/** What the master looks like when the derived files are made from it. */
function conformed(plan: IngestPlan): IngestPlan {
  const { picture, sound } = plan;
  const isStill = plan.kind === "image";
  return {
    ...plan,
    originS: 0,
    picture:
      picture === null
        ? null
        : {
            ...picture,
            streamIndex: 0,
            interlaced: false,
            colour: {
              matrix: isStill ? "rgb" : "bt709",
              range: isStill ? "pc" : "tv",
              transfer: "sdr",
              tagged: true,
            },
          },
    sound: sound === null ? null : { ...sound, channels: 2 },
  };
}

interface Listened {
  readonly peaks: string | null;
  readonly loudnessLufs: number | null;
  readonly silent: boolean;
}

async function listen(
  context: JobContext,
  plan: IngestPlan,
  master: MasterFile,
  maxPixels: number,
): Promise<StepResult<Listened>> {
  const derived = listenArgs(plan, master, maxPixels);
  if (derived === null) return ok({ peaks: null, loudnessLufs: null, silent: false });
  const run = await runTool(context, "ffmpeg", derived.args);
  if (!run.ok) return run;
  const raw = join(context.directory, derived.fileName);
  const writer = createPeakWriter();
  for await (const chunk of createReadStream(raw)) writer.push(chunk as Uint8Array);
  await rm(raw, { force: true });
  await writeFile(join(context.directory, "peaks.dat"), writer.finish());
  const loudnessLufs = readLoudness(run.value.stderr);
  return ok({ peaks: "peaks.dat", loudnessLufs, silent: writer.loudest() <= 3 });
}

async function makeMaster(
  context: JobContext,
  source: Source,
  plan: IngestPlan,
): Promise<StepResult<MasterFile>> {
  if (plan.reasons.length === 0) return ok(source);
  const master = masterArgs(plan, source);
  const total = plan.picture?.frameCount ?? 1;
  const run = await runTool(context, "ffmpeg", master.args, (frame) =>
    context.progress(30 + Math.floor((30 * Math.min(frame, total)) / total)),
  );
  return run.ok ? ok(master.file) : run;
}

/**
 * Refuses, or leaves every output in the job's directory. `fileName` is the server's own name
 * of the upload in it. Refusals are final; only a crash of the engine is worth a retry.
 */
export async function ingest(
  context: JobContext,
  fileName: string,
  limits: IngestLimits,
): Promise<StepResult<Ingested>> {
  const source = await examine(context, fileName, limits);
  if (!source.ok) return source;
  const report = await probe(context, source.value);
  if (!report.ok) return report;
  const claims = checkClaims(report.value, limits);
  if (!claims.ok) return claims;
  const measured = await measure(context, source.value, report.value, limits);
  if (!measured.ok) return measured;
  context.progress(30);
  const plan = classify(measured.value);
  if (!plan.ok) return plan;
  const master = await makeMaster(context, source.value, plan.value);
  if (!master.ok) return master;
  context.progress(60);
  const hasMaster = plan.value.reasons.length > 0;
  return derive(context, hasMaster ? conformed(plan.value) : plan.value, master.value, limits);
}

async function derive(
  context: JobContext,
  plan: IngestPlan,
  master: MasterFile,
  limits: IngestLimits,
): Promise<StepResult<Ingested>> {
  const maxPixels = limits.max_pixels;
  const proxy = proxyArgs(plan, master, maxPixels);
  const made = await runTool(context, "ffmpeg", proxy.args);
  if (!made.ok) return made;
  context.progress(80);
  const poster = posterArgs(plan, proxy.fileName, maxPixels);
  const filmstrip = filmstripArgs(plan, proxy.fileName, maxPixels);
  for (const picture of [poster, filmstrip]) {
    const drawn = picture === null ? null : await runTool(context, "ffmpeg", picture.args);
    if (drawn !== null && !drawn.ok) return drawn;
  }
  const heard = await listen(context, plan, master, maxPixels);
  if (!heard.ok) return heard;
  context.progress(90);
  const { loudnessLufs, silent, peaks } = heard.value;
  const { audio } = plan.facts;
  const hasMaster = plan.reasons.length > 0;
  const files = {
    master: hasMaster ? master.fileName : null,
    proxy: proxy.fileName,
    poster: poster?.fileName ?? null,
    filmstrip: filmstrip?.fileName ?? null,
    peaks,
  };
  return ok({
    facts: { ...plan.facts, audio: audio === null ? null : { ...audio, loudnessLufs } },
    warnings: silent ? [...plan.warnings, "silent"] : plan.warnings,
    hasMaster,
    filmstrip: filmstrip?.tiles ?? null,
    files: Object.fromEntries(
      Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
    reasons: plan.reasons,
  });
}
