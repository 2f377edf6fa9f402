/**
 * Checks a rendered file against its plan before anyone gets it. Cheap on purpose: counts and
 * tags from the container we wrote ourselves, the sound and two pictures decoded.
 */
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RenderPlan } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import { parseProbe } from "../ingest/probe.ts";
import type { ProbeReport } from "../ingest/probe.ts";
import type { JobContext } from "../job-context.ts";
import { faulted } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { levelOutput, missingSound } from "./missing-sound.ts";
import type { Rendered } from "./render.ts";

/** AAC comes in packets of this many samples, so the end may be off by less than two. */
const AAC_PACKET = 1_024;
const POSTER = "poster.jpg";
const LAST = "last.raw";
const LAST_BYTES = 16 * 16;

const OPEN = ["-protocol_whitelist", "file", "-f", "mov"];
const QUIET = ["-hide_banner", "-nostdin", "-y", "-v", "error"];

/** What the container says against what the plan wants; empty when they agree. */
export function compareWithPlan(plan: RenderPlan, report: ProbeReport): string[] {
  const video = report.streams.find((stream) => stream.codec_type === "video");
  const audio = report.streams.find((stream) => stream.codec_type === "audio");
  if (video === undefined || audio === undefined) return ["picture or sound is missing"];
  const seconds = (plan.frameCount * plan.rate.d) / plan.rate.n;
  const frameSeconds = plan.rate.d / plan.rate.n;
  const samples = (audio.duration ?? 0) * plan.sampleRate;
  const sameRate = (rate: { n: number; d: number } | undefined) =>
    rate !== undefined && rate.n * plan.rate.d === rate.d * plan.rate.n;
  const checks: readonly (readonly [boolean, string])[] = [
    [video.nb_frames === plan.frameCount, `${video.nb_frames} frames, not ${plan.frameCount}`],
    [Math.abs((video.duration ?? 0) - seconds) < frameSeconds / 2, `lasts ${video.duration} s`],
    [plan.frameCount === 1 || sameRate(video.avg_frame_rate), "frame rate"],
    [video.width === plan.width && video.height === plan.height, "size"],
    [video.pix_fmt === "yuv420p" && video.color_range === "tv", "pixels or range"],
    [video.color_space === "bt709" && video.color_transfer === "bt709", "colour tags"],
    [video.color_primaries === "bt709", "colour primaries"],
    [video.side_data_list.every((data) => data.rotation === undefined), "rotation"],
    [Math.abs(samples - plan.sampleCount) < 2 * AAC_PACKET, `${samples} samples`],
    [audio.sample_rate === plan.sampleRate && audio.channels === 2, "sound format"],
  ];
  return checks.filter(([holds]) => !holds).map(([, what]) => what);
}

async function packetClock(context: JobContext, plan: RenderPlan, file: string) {
  const list = "packets.txt";
  const wanted = ["-select_streams", "v:0", "-show_entries", "packet=pts", "-of", "csv=p=0"];
  const args = ["-v", "error", ...wanted, "-o", list, ...OPEN, "-i", file];
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
  const even = stamps.length === plan.frameCount && steps.size <= 1;
  return ok(even ? [] : [`${stamps.length} packets in ${steps.size} different steps`]);
}

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
  const fit = `scale=w='min(iw,1280)':h=-2:out_range=pc,format=yuvj420p`;
  const source = [...OPEN, "-i", file];
  const opened = [...seek(posterFrame), ...source, ...seek(plan.frameCount - 1), ...source];
  const image = ["-q:v", "3", "-map_metadata", "-1", "-f", "image2", "-update", "1", POSTER];
  const poster = ["-map", "0:v:0", "-vf", fit, "-frames:v", "1", ...image];
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
  const args = ["-v", "error", "-show_streams", "-show_format", "-of", "json", ...OPEN, "-i", file];
  const run = await runTool(context, "ffprobe", args);
  return run.ok ? ok(parseProbe(run.value.stdout)) : run;
}

/** The poster's file name, or VERIFY_FAILED with what is wrong as internal text. */
export async function verify(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  rendered: Rendered,
): Promise<StepResult<{ poster: string }>> {
  const file = rendered.fileName;
  const [report, decoded, clock] = await Promise.all([
    inspect(context, file),
    decode(context, plan, inputs, file),
    rendered.segments > 1 ? packetClock(context, plan, file) : ok([]),
  ]);
  if (report.ok) {
    // First, because a stream that is not there makes the other checks fail in stranger ways.
    const faults = compareWithPlan(plan, report.value);
    if (faults.length > 0) return unverified(faults.join("; "));
  }
  for (const one of [report, decoded, clock]) {
    if (one.ok) continue;
    return one.failure.code === "RENDER_FAILED" ? unverified(one.failure.internal) : one;
  }
  const faults = [decoded, clock].flatMap((one) => (one.ok ? one.value : []));
  return faults.length === 0 ? ok({ poster: POSTER }) : unverified(faults.join("; "));
}

function unverified(internal: string) {
  return faulted("VERIFY_FAILED", internal);
}
