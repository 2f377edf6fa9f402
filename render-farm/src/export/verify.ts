/**
 * Checks a rendered file against its plan before anyone gets it. Cheap on purpose: counts and
 * tags from the container we wrote ourselves, the sound and two pictures decoded.
 */
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { openArgs } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { formatOf } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import { parseProbe } from "../ingest/probe.ts";
import type { ProbeReport } from "../ingest/probe.ts";
import type { JobContext } from "../job-context.ts";
import { faulted } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { compareWithPlan } from "./compare-with-plan.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { levelOutput, missingSound } from "./missing-sound.ts";
import { startsAtOnce } from "./starts-at-once.ts";

const POSTER = "poster.jpg";
const LAST = "last.raw";
const LAST_BYTES = 16 * 16;
const FIT = "scale=w='min(iw,1280)':h=-2:out_range=pc,format=yuvj420p";
const IMAGE = ["-q:v", "3", "-map_metadata", "-1", "-f", "image2", "-update", "1", POSTER];

const QUIET = ["-hide_banner", "-nostdin", "-y", "-v", "error"];

async function packetClock(context: JobContext, plan: RenderPlan, file: string) {
  const list = "packets.txt";
  const wanted = ["-select_streams", "v:0", "-show_entries", "packet=pts", "-of", "csv=p=0"];
  const args = ["-v", "error", ...wanted, "-o", list, ...openArgs(file), "-i", file];
  const run = await runTool(context, "ffprobe", args);
  if (!run.ok) return run;
  const path = join(context.directory, list);
  const stamps = (await readFile(path, "utf8"))
    .split("\n")
    .map((line) => Number.parseInt(line, 10))
    .filter((stamp) => Number.isFinite(stamp))
    .toSorted((a, b) => a - b);
  await rm(path, { force: true });
  const steps = new Set(stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? 0)));
  const spread = Math.max(...steps) - Math.min(...steps);
  // Whole milliseconds are a clock that frames do not fit: their steps differ by one.
  const even = stamps.length === plan.frameCount && (steps.size <= 1 || spread <= slackTicks(file));
  return ok(even ? [] : [`${stamps.length} packets in ${steps.size} different steps`]);
}

const slackTicks = (file: string) => (file.endsWith(".webm") ? 1 : 0);

/**
 * Decodes the poster's frame, the last one and the sound, in one run: starting FFmpeg costs as
 * much as each of them. Both frames must be there, and every clip must be heard.
 */
async function decode(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  file: string,
): Promise<StepResult<string[]>> {
  const at = (frame: number) => (((frame - 0.5) * plan.rate.d) / plan.rate.n).toFixed(6);
  const seek = (frame: number) => (frame > 0 ? ["-ss", at(frame)] : []);
  const perSecond = Math.round(plan.rate.n / plan.rate.d);
  const posterFrame = Math.min(perSecond, Math.floor((plan.frameCount - 1) / 2));
  const source = [...openArgs(file), "-i", file];
  const opened = [...seek(posterFrame), ...source, ...seek(plan.frameCount - 1), ...source];
  const poster = ["-map", "0:v:0", "-vf", FIT, "-frames:v", "1", ...IMAGE];
  const small = ["-vf", "scale=16:16,format=gray", "-frames:v", "1", "-f", "rawvideo", LAST];
  const last = ["-map", "1:v:0", ...small];
  const sound = levelOutput(plan, 2);
  const args = [...opened, ...(sound.length > 0 ? source : []), ...poster, ...last, ...sound];
  const run = await runTool(context, "ffmpeg", [...QUIET, ...args]);
  if (!run.ok) return run;
  const { size } = await stat(join(context.directory, LAST));
  const missing = await missingSound(context, plan, inputs);
  if (!missing.ok || size === LAST_BYTES) return missing;
  return ok(["the last frame cannot be decoded", ...missing.value]);
}

async function inspect(context: JobContext, file: string): Promise<StepResult<ProbeReport>> {
  const shown = ["-show_streams", "-show_format", "-count_packets", "-of", "json"];
  const args = ["-v", "error", ...shown, ...openArgs(file), "-i", file];
  const run = await runTool(context, "ffprobe", args);
  return run.ok ? ok(parseProbe(run.value.stdout)) : run;
}

export interface Verified {
  /** Null for what has no picture. */
  readonly poster: string | null;
}

/** Checks a film. The poster's file name, or VERIFY_FAILED with what is wrong as internal text. */
export async function verifyFilm(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  rendered: { readonly fileName: string; readonly segments: number; readonly format: ExportFormat },
): Promise<StepResult<Verified>> {
  const { fileName: file, format } = rendered;
  const counted = rendered.segments > 1 || file.endsWith(".webm");
  const [report, decoded, clock, atOnce] = await Promise.all([
    inspect(context, file),
    decode(context, plan, inputs, file),
    counted ? packetClock(context, plan, file) : ok([]),
    startsAtOnce(join(context.directory, file)),
  ]);
  if (report.ok) {
    // First, because a stream that is not there makes the other checks fail in stranger ways.
    const faults = compareWithPlan(plan, report.value, format);
    if (faults.length > 0) return unverified(faults.join("; "));
  }
  for (const one of [report, decoded, clock]) {
    if (one.ok) continue;
    return one.failure.code === "RENDER_FAILED" ? unverified(one.failure.internal) : one;
  }
  const faults = [decoded, clock].flatMap((one) => (one.ok ? one.value : []));
  if (!atOnce) faults.push("its index lies behind its pictures");
  return faults.length === 0 ? ok({ poster: POSTER }) : unverified(faults.join("; "));
}

/** Checks what is no film: an animation or a still decoded whole, a sound heard whole. */
export async function verifyOther(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  made: { readonly fileName: string; readonly format: ExportFormat },
): Promise<StepResult<Verified>> {
  const { fileName: file, format } = made;
  const isSound = formatOf(format).media === "sound";
  const poster = ["-map", "0:v:0", "-vf", FIT, "-frames:v", "1", ...IMAGE];
  const all = ["-map", "0", "-f", "null", "-"];
  const read = [
    ...openArgs(file),
    "-i",
    file,
    ...all,
    ...(isSound ? levelOutput(plan, 0) : poster),
  ];
  const [report, decoded] = await Promise.all([
    inspect(context, file),
    runTool(context, "ffmpeg", [...QUIET, "-xerror", ...read]),
  ]);
  for (const one of [report, decoded]) {
    if (one.ok) continue;
    return one.failure.code === "RENDER_FAILED" ? unverified(one.failure.internal) : one;
  }
  const silent = isSound ? await missingSound(context, plan, inputs) : ok([]);
  if (!silent.ok) return silent;
  const said = report.ok ? compareWithPlan(plan, report.value, format) : [];
  const faults = [...said, ...silent.value];
  if (faults.length > 0) return unverified(faults.join("; "));
  return ok({ poster: isSound ? null : POSTER });
}

function unverified(internal: string) {
  return faulted("VERIFY_FAILED", internal);
}
