/** Ingest: an uploaded file becomes a refusal, or a master, a proxy and what the editor draws. */
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { ok } from "@cutroom/timeline";
import type { MediaFacts } from "@cutroom/timeline";
import { readSaidOrigin } from "@cutroom/provenance";
import type { SaidOrigin } from "@cutroom/provenance";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { alphaDecoder, checkClaims, chooseStreams } from "./choose-streams.ts";
import type { IngestLimits } from "./choose-streams.ts";
import { classify } from "./classify.ts";
import type { IngestPlan, Measured } from "./classify.ts";
import { ingestColourTable } from "./colour-table.ts";
import { isCutOff } from "./completeness.ts";
import { derive } from "./derive.ts";
import { embeddedProfile } from "./embedded-profile.ts";
import { readIccProfile } from "./icc-profile.ts";
import { masterArgs, stillFilters } from "./master.ts";
import type { MasterFile } from "./master.ts";
import { readPhoto } from "./photo.ts";
import { openSource } from "./open-source.ts";
import { pictureSize } from "./picture-header.ts";
import { probe } from "./probe.ts";
import type { ProbeReport } from "./probe.ts";
import { isSrgb } from "./rgb-space.ts";
import type { RgbSpace } from "./rgb-space.ts";
import type { Filmstrip } from "./thumbnails.ts";
import { scanStreams } from "./scan.ts";
import { STILLS } from "./stills.ts";
import { HEAD_BYTES, sniff } from "./sniff.ts";
import type { Container } from "./sniff.ts";
import { writeSrgb } from "./write-srgb.ts";
import { extractSubtitles } from "./subtitles.ts";
import type { Subtitles } from "./subtitles.ts";
import { isTransparent } from "./transparency.ts";
import type { IngestWarning } from "@cutroom/domain";

export interface Ingested {
  readonly facts: MediaFacts;
  readonly warnings: readonly IngestWarning[];
  readonly hasMaster: boolean;
  readonly filmstrip: Filmstrip["tiles"] | null;
  readonly subtitles: readonly Subtitles[];
  /** What credentials inside the file say of it; null: it has none. */
  readonly saidOrigin: SaidOrigin | null;
  /** File names in the job's directory by output name: master, proxy, poster, filmstrip, peaks, subtitles-0. */
  readonly files: Readonly<Record<string, string>>;
  /** Why a master was made; for operators. */
  readonly reasons: readonly string[];
}

interface Source {
  readonly container: Container;
  readonly fileName: string;
  readonly maxPixels: number;
  /** Of a still picture with a profile; null: sRGB. */
  readonly space: RgbSpace | null;
}

/** By the profile that the file carries. */
function spaceOf(container: Container, head: Uint8Array): RgbSpace | null {
  const profile = embeddedProfile(container, head);
  const space = profile === null ? null : readIccProfile(profile);
  return space === null || isSrgb(space) ? null : space;
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
    const space = spaceOf(container, head);
    return ok({ container, fileName, maxPixels: limits.max_pixels, space });
  } finally {
    await handle.close();
  }
}

const isDecodable = ({ scan }: Measured["sounds"][number]) => scan !== null;

async function measure(
  context: JobContext,
  source: Source,
  report: ProbeReport,
  limits: IngestLimits,
): Promise<StepResult<Measured>> {
  const chosen = chooseStreams(report);
  const { video } = chosen;
  const sounds = STILLS.has(source.container) ? [] : chosen.sounds;
  const decodable = report.streams.filter(
    (stream) => stream.codec_type === "video" || stream.codec_type === "audio",
  );
  const alone = decodable.every((stream) => stream === video || sounds.includes(stream));
  const scans = await scanStreams(context, source, { video, sounds, alone });
  if (!scans.ok) return scans;
  context.progress(25);
  const transparent =
    video === null ? ok(false) : await isTransparent(context, source, video, alphaDecoder(video));
  if (!transparent.ok) return transparent;
  const seen = scans.value.video;
  const heard = sounds.map((stream, at) => ({ stream, scan: scans.value.sounds[at] ?? null }));
  return ok({
    container: source.container,
    probe: report,
    limits,
    video: video === null || seen === null ? null : { stream: video, scan: seen },
    sounds: heard.some(isDecodable) ? heard.filter(isDecodable) : heard.slice(0, 1),
    transparent: transparent.value,
    space: source.space,
  });
}

/** What the master looks like when the derived files are made from it. */
function conformed(plan: IngestPlan): IngestPlan {
  const { picture, sounds } = plan;
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
            sizeChanges: false,
            colour: {
              matrix: isStill ? "rgb" : "bt709",
              range: isStill ? "pc" : "tv",
              transfer: "sdr",
              tagged: true,
            },
            space: null,
          },
    sounds: sounds.map((sound) => Object.assign({}, sound, { channels: 2 })),
  };
}

async function makeMaster(
  context: JobContext,
  source: Source,
  plan: IngestPlan,
): Promise<StepResult<MasterFile>> {
  if (plan.reasons.length === 0) return ok(source);
  const { picture } = plan;
  if (picture !== null && picture.space !== null) {
    const inputs = openSource(source.container, source.fileName, source);
    const graph = `[0:${picture.streamIndex}]${stillFilters(picture)}`;
    const fileName = "master.png";
    const written = await writeSrgb(context, { inputs, graph }, picture, fileName);
    return written.ok ? ok({ fileName, container: "png" }) : written;
  }
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
  const table = await ingestColourTable(context, fileName);
  if (table !== null) return table;
  const photo = await readPhoto(context, fileName, limits.max_pixels);
  if (photo !== null && !photo.ok) return photo;
  const source =
    photo === null
      ? await examine(context, fileName, limits)
      : ok({ ...photo.value, maxPixels: limits.max_pixels, space: null });
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
  const { facts, warnings, reasons } = plan.value;
  const hasMaster = photo !== null || reasons.length > 0;
  const described = reasons.length > 0 ? conformed(plan.value) : plan.value;
  const derived = await derive(context, described, master.value, limits.max_pixels);
  if (!derived.ok) return derived;
  const subtitles = await extractSubtitles(context, source.value, report.value, plan.value.originS);
  if (!subtitles.ok) return subtitles;
  const texts = subtitles.value.map(({ name }) => [name, `${name}.vtt`] as const);
  context.progress(90);
  const { filmstrip, loudnessLufs, silent, analysis } = derived.value;
  const files = { ...derived.value.files, ...Object.fromEntries(texts) };
  const audio = facts.audio === null ? null : { ...facts.audio, loudnessLufs };
  return ok({
    facts: { ...facts, audio, ...(facts.kind === "image" ? {} : { analysis }) },
    warnings: silent ? [...warnings, "silent"] : warnings,
    hasMaster,
    filmstrip,
    subtitles: subtitles.value,
    saidOrigin: await readSaidOrigin(join(context.directory, fileName)),
    files: hasMaster ? { master: master.value.fileName, ...files } : files,
    reasons: photo === null ? reasons : ["photo", ...reasons],
  });
}
