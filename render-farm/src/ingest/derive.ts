/** One pass over the master makes all that the editor plays and draws. */
import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ok } from "@cutroom/timeline";
import type { MediaAnalysis } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import type { IngestPlan } from "./classify.ts";
import { NO_METADATA, soundFilters } from "./master.ts";
import type { MasterFile } from "./master.ts";
import { openSource } from "./open-source.ts";
import { createPeakWriter, peaksFile, readLoudness } from "./peaks.ts";
import { cutsOutput, readCuts } from "./scene-cuts.ts";
import { createSoundListener } from "./sound-facts.ts";
import { proxyOutput } from "./proxy.ts";
import type { Derived } from "./proxy.ts";
import { filmstripOutput, posterOutput } from "./thumbnails.ts";
import type { Filmstrip } from "./thumbnails.ts";

export interface DerivedFiles {
  /** File names by output name: proxy, poster, filmstrip, peaks. */
  readonly files: Readonly<Record<string, string>>;
  readonly filmstrip: Filmstrip["tiles"] | null;
  readonly loudnessLufs: number | null;
  readonly analysis: MediaAnalysis;
  /** There is a sound track, and nothing is on it. */
  readonly silent: boolean;
}

/** Samples this quiet are the noise of a codec. */
const SILENT_PEAK = 3;

/** Every sound as raw mono samples for the peaks; the loudness of the first goes to stderr. */
function listenOutputs(plan: IngestPlan): Derived[] {
  return plan.sounds.map((sound, at) => {
    const filters = [
      ...soundFilters(sound, 0),
      // Running values at a level that is not printed; only the summary is wanted.
      ...(at === 0 ? ["ebur128=framelog=verbose"] : []),
      "pan=mono|c0=0.5*c0+0.5*c1",
      "aformat=sample_fmts=s16",
    ];
    const fileName = `listen-${at}.raw`;
    const seen = ["-map", `0:a:${at}`, "-af", filters.join(","), ...NO_METADATA];
    return { fileName, args: [...seen, "-f", "s16le", fileName] };
  });
}

/** Writes the peaks of all sounds, and tells what the first one holds; null when there is none. */
async function drawPeaks(context: JobContext, rawNames: readonly string[]) {
  const writers = rawNames.map(() => createPeakWriter());
  const listener = createSoundListener();
  for (const [at, rawName] of rawNames.entries()) {
    const raw = join(context.directory, rawName);
    for await (const chunk of createReadStream(raw)) {
      writers[at]?.push(chunk as Uint8Array);
      if (at === 0) listener.push(chunk as Uint8Array);
    }
    await rm(raw, { force: true });
  }
  if (writers.length === 0) return null;
  const file = peaksFile(writers.map((writer) => writer.finish()));
  await writeFile(join(context.directory, "peaks.dat"), file);
  const silent = writers.every((writer) => writer.loudest() <= SILENT_PEAK);
  return { silent, ...listener.finish() };
}

/** `plan` must describe `master`, not the upload. Progress goes from 60 to 90. */
export async function derive(
  context: JobContext,
  plan: IngestPlan,
  master: MasterFile,
  maxPixels: number,
): Promise<StepResult<DerivedFiles>> {
  const decoder = plan.picture?.hasAlpha === true && plan.kind === "video" ? "libvpx-vp9" : null;
  const proxy = proxyOutput(plan);
  const poster = posterOutput(plan);
  const filmstrip = filmstripOutput(plan);
  const listen = listenOutputs(plan);
  const cuts = cutsOutput(plan.picture, plan.kind === "image");
  const outputs = [proxy, poster, filmstrip, ...listen, cuts].filter((one) => one !== null);
  const args = [
    "-hide_banner",
    "-nostdin",
    "-y",
    "-nostats",
    "-v",
    "info",
    "-copyts",
    ...openSource(master.container, master.fileName, { maxPixels }, decoder),
    ...outputs.flatMap((output) => output.args),
  ];
  const total = plan.picture?.frameCount ?? 1;
  const run = await runTool(context, "ffmpeg", args, (frame) =>
    context.progress(60 + Math.floor((30 * Math.min(frame, total)) / total)),
  );
  if (!run.ok) return run;
  const heard = await drawPeaks(
    context,
    listen.map(({ fileName }) => fileName),
  );
  const { picture } = plan;
  const sceneCuts = cuts === null || picture === null ? [] : await readCuts(context, picture);
  const files = {
    proxy: proxy.fileName,
    ...(poster === null ? {} : { poster: poster.fileName }),
    ...(filmstrip === null ? {} : { filmstrip: filmstrip.fileName }),
    ...(heard === null ? {} : { peaks: "peaks.dat" }),
  };
  return ok({
    files,
    filmstrip: filmstrip?.tiles ?? null,
    loudnessLufs: heard === null ? null : readLoudness(run.value.stderr),
    silent: heard?.silent ?? false,
    analysis: {
      sceneCuts,
      silences: heard?.silences ?? [],
      beats: heard?.beats ?? [],
      tempoBpm: heard?.tempoBpm ?? null,
    },
  });
}
