/**
 * Brings a mixed sound to a loudness: its integrated loudness and true peak are measured first,
 * then the whole of it gets one gain. Only what would rise above -1 dBTP is held, at four times
 * the sample rate, where peaks between samples show.
 */
import { lowerGain, lowerLoudness } from "@cutroom/compiler";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import { readLoudness } from "../ingest/peaks.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";

const CEILING_DBTP = -1;
/** More than this is noise made loud, not a mix brought to level. */
const MOST_GAIN_DB = 24;
/** Nobody hears less. */
const LEAST_CHANGE_DB = 0.05;

export interface Loudness {
  /** Null for silence. */
  readonly lufs: number | null;
  readonly truePeakDb: number | null;
}

/** From the summary of FFmpeg's ebur128 filter. */
export function readTruePeak(stderr: string): number | null {
  const summary = stderr.slice(stderr.lastIndexOf("True peak:"));
  const peak = Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)?.[1] ?? Number.NaN);
  return Number.isFinite(peak) ? peak : null;
}

export async function measureLoudness(
  context: JobContext,
  fileName: string,
): Promise<StepResult<Loudness>> {
  const run = await runTool(context, "ffmpeg", lowerLoudness(fileName));
  if (!run.ok) return run;
  const { stderr } = run.value;
  return ok({ lufs: readLoudness(stderr), truePeakDb: readTruePeak(stderr) });
}

/** The one gain that leads to `targetLufs`, and whether peaks have to be held; null: nothing to do. */
export function gainFor(
  { lufs, truePeakDb }: Loudness,
  targetLufs: number,
): { readonly gainDb: number; readonly holdsPeaks: boolean } | null {
  if (lufs === null) return null;
  const gainDb = Math.min(MOST_GAIN_DB, targetLufs - lufs);
  if (Math.abs(gainDb) < LEAST_CHANGE_DB) return null;
  return { gainDb, holdsPeaks: truePeakDb === null || truePeakDb + gainDb > CEILING_DBTP };
}

/** The name of a WAV with the same number of samples at `targetLufs`; silence stays as it is. */
export async function normaliseSound(
  context: JobContext,
  sound: { readonly fileName: string; readonly sampleCount: number },
  targetLufs: number,
): Promise<StepResult<string>> {
  const measured = await measureLoudness(context, sound.fileName);
  if (!measured.ok) return measured;
  const gain = gainFor(measured.value, targetLufs);
  context.log("export.loudness", { ...measured.value, target_lufs: targetLufs, ...gain });
  if (gain === null) return ok(sound.fileName);
  const output = "levelled.wav";
  const run = await runTool(context, "ffmpeg", lowerGain(sound, { ...gain, fileName: output }));
  return run.ok ? ok(output) : run;
}
