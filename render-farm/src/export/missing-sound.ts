/**
 * Finds clips that should be heard in a rendered file and are not. A loud effect must not hide
 * a silent narration, so every clip is checked in its own window; and a clip may be silent by
 * itself, so a silent window counts only when its source is not.
 */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openArgs } from "@cutroom/compiler";
import type { PlanSound, RenderPlan } from "@cutroom/compiler";
import { FLICKS_PER_SECOND, ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import type { GatheredInputs } from "./gather-inputs.ts";

/** Enough to tell sound from silence. */
const CHECK_RATE = 8_000;
const WINDOW_SAMPLES = 80;
/** -66 dBFS: below it nothing is heard. */
const SILENT_PEAK = 16;
/** -46 dBFS in the source after the clip's gain: it should have been heard. */
const AUDIBLE_PEAK = 164;

/** Another tempo lays a sound a little beside its place. */
const CUT_SAMPLES = 2_400;

const QUIET = ["-hide_banner", "-nostdin", "-y", "-v", "error"];
const LEVEL = "level.raw";
const RAW = ["-vn", "-ac", "1", "-ar", String(CHECK_RATE), "-f", "s16le"];

/** Peak of every hundredth of a second. */
async function peaksOf(path: string): Promise<number[]> {
  const peaks: number[] = [];
  let [peak, count] = [0, 0];
  let odd: number | null = null;
  for await (const piece of createReadStream(path)) {
    const bytes = piece as Buffer;
    const whole: Buffer = odd === null ? bytes : Buffer.concat([Buffer.of(odd), bytes]);
    odd = whole.length % 2 === 1 ? (whole.at(-1) ?? null) : null;
    for (let at = 0; at + 1 < whole.length; at += 2) {
      peak = Math.max(peak, Math.abs(whole.readInt16LE(at)));
      count += 1;
      if (count === WINDOW_SAMPLES) {
        peaks.push(peak);
        [peak, count] = [0, 0];
      }
    }
  }
  if (count > 0) peaks.push(peak);
  return peaks;
}

interface Samples {
  readonly from: number;
  readonly to: number;
}

/**
 * Where a sound must be heard if its source is. A plan that is a part of a film may open or close
 * inside of a clip: there the clip's fades do not count, nor what lies close to the cut.
 */
export function audibleSamples(sound: PlanSound, sampleCount: number): Samples {
  const { startSample, endSample, fadeInSamples, fadeOutSamples } = sound;
  if (startSample >= 0 && endSample <= sampleCount) return { from: startSample, to: endSample };
  return {
    from: Math.max(0, startSample + fadeInSamples) + CUT_SAMPLES,
    to: Math.min(sampleCount, endSample - fadeOutSamples) - CUT_SAMPLES,
  };
}

async function sourcePeak(
  context: JobContext,
  sound: PlanSound,
  { from, to }: Samples,
  fileName: string,
): Promise<StepResult<number>> {
  const raw = "source-level.raw";
  const perSample = sound.speed.n / sound.speed.d / 48_000;
  const heldS = (to - from) * perSample;
  const skippedS = (from - sound.startSample) * perSample;
  const atS = sound.sourceStart / FLICKS_PER_SECOND;
  const firstS = sound.reversed ? atS - skippedS - heldS : atS + skippedS;
  const fromS = Math.max(0, firstS);
  const window = ["-ss", fromS.toFixed(6), "-t", heldS.toFixed(6)];
  const run = await runTool(context, "ffmpeg", [
    ...QUIET,
    ...openArgs(fileName),
    ...window,
    "-i",
    fileName,
    "-map",
    `0:a:${sound.stream ?? 0}`,
    ...RAW,
    raw,
  ]);
  if (!run.ok) return run;
  const path = join(context.directory, raw);
  const peaks = await peaksOf(path);
  await rm(path, { force: true });
  const inside = peaks.slice(1, -1);
  // Keys and ducking lower it here and there: at its lowest it must still be heard.
  const lowest = Math.min(1, ...(sound.envelope ?? []).map((point) => point.gain));
  return ok(Math.max(0, ...inside.slice(0, 100_000)) * lowest * 10 ** (sound.gainDb / 20));
}

/** The outputs of an FFmpeg that leaves what `missingSound` reads, from its input `index`. */
export function levelOutput(plan: RenderPlan, index: number): string[] {
  return plan.sounds.length === 0 ? [] : ["-map", `${index}:a:0`, ...RAW, LEVEL];
}

/** One line per clip that is missing from the sound that `levelOutput` left. */
export async function missingSound(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
): Promise<StepResult<string[]>> {
  if (plan.sounds.length === 0) return ok([]);
  const path = join(context.directory, LEVEL);
  const peaks = await peaksOf(path);
  await rm(path, { force: true });
  const faults: string[] = [];
  for (const sound of plan.sounds) {
    const windowOf = (sample: number) => Math.floor((sample * 100) / plan.sampleRate);
    const from = Math.max(0, windowOf(sound.startSample));
    const to = Math.min(peaks.length, windowOf(sound.endSample) + 1);
    const isHeard = peaks.slice(from, to).some((peak) => peak > SILENT_PEAK);
    const source = inputs.files[sound.inputId];
    if (isHeard || source === undefined) continue;
    const audible = audibleSamples(sound, plan.sampleCount);
    if (audible.from >= audible.to) continue;
    const peak = await sourcePeak(context, sound, audible, source);
    if (!peak.ok) return peak;
    if (peak.value > AUDIBLE_PEAK) faults.push(`clip ${sound.clipId} is silent`);
  }
  return ok(faults);
}
