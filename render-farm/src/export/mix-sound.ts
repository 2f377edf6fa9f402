/**
 * The sound of a whole plan as one PCM file. Only as many clips as one graph may hold open are
 * mixed at a time; the parts are PCM, so laying them end to end neither adds nor loses a sample.
 */
import { createReadStream } from "node:fs";
import { appendFile, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { slicePlan } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { flicksToSamples, framesToFlicks, ok } from "@cutroom/timeline";
import type { FrameRange } from "@cutroom/timeline";
import type { JobContext } from "../job-context.ts";
import { faulted } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { GatheredInputs } from "./gather-inputs.ts";
import { normaliseSound } from "./normalise-sound.ts";
import { renderPlan } from "./render-plan.ts";

const FILE_NAME = "sound.wav";
const HEADER_BYTES = 44;
const FRAME_BYTES = 4;
/** The limiter remembers and looks ahead: each part is mixed with some of its neighbours. */
const LEAD_S = 0.5;
const TAIL_S = 0.1;

/** Ranges in which at most `maxSounds` clips sound; a single frame may exceed that. */
export function soundRanges(plan: RenderPlan, maxSounds: number): FrameRange[] {
  const samplesPerFrame = (plan.sampleRate * plan.rate.d) / plan.rate.n;
  const heard = (start: number, end: number) =>
    plan.sounds.filter(
      (sound) =>
        sound.startSample < end * samplesPerFrame && sound.endSample > start * samplesPerFrame,
    ).length;
  const ranges: FrameRange[] = [];
  for (let startFrame = 0; startFrame < plan.frameCount;) {
    let [fits, tooFar] = [startFrame + 1, plan.frameCount + 1];
    while (tooFar - fits > 1) {
      const middle = Math.floor((fits + tooFar) / 2);
      if (heard(startFrame, middle) <= maxSounds) fits = middle;
      else tooFar = middle;
    }
    ranges.push({ startFrame, endFrame: fits });
    startFrame = fits;
  }
  return ranges;
}

function wavHeader(dataBytes: number, sampleRate: number): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(Math.min(0xffff_ffff, dataBytes + HEADER_BYTES - 8), 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * FRAME_BYTES, 28);
  header.writeUInt16LE(FRAME_BYTES, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(Math.min(0xffff_ffff, dataBytes), 40);
  return header;
}

/** Where the samples of a WAV begin; FFmpeg may put other chunks before them. */
async function dataOffset(path: string): Promise<number | null> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4_096), 0, 4_096, 0);
    for (let at = 12; at + 8 <= bytesRead; at += 8 + buffer.readUInt32LE(at + 4)) {
      if (buffer.toString("latin1", at, at + 4) === "data") return at + 8;
    }
    return null;
  } finally {
    await handle.close();
  }
}

export interface MixSettings {
  /** Sounds that one graph may hold open. */
  readonly maxSounds: number;
  /** Absent: as mixed. */
  readonly loudnessLufs?: number | undefined;
}

/** Gives the name of a WAV in the job's directory with exactly `plan.sampleCount` samples. */
export async function mixSound(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  { maxSounds, loudnessLufs }: MixSettings,
): Promise<StepResult<string>> {
  const mixed = await mixWhole(context, plan, inputs, maxSounds);
  if (!mixed.ok || loudnessLufs === undefined) return mixed;
  const { sampleCount } = plan;
  return normaliseSound(context, { fileName: mixed.value, sampleCount }, loudnessLufs);
}

async function mixWhole(
  context: JobContext,
  plan: RenderPlan,
  inputs: GatheredInputs,
  maxSounds: number,
): Promise<StepResult<string>> {
  const ranges = soundRanges(plan, maxSounds);
  if (ranges.length === 1) {
    return renderPlan(context, plan, inputs, { kind: "pcm", fileName: FILE_NAME });
  }
  const whole = join(context.directory, FILE_NAME);
  await writeFile(whole, wavHeader(plan.sampleCount * FRAME_BYTES, plan.sampleRate));
  const framesOf = (seconds: number) => Math.ceil((seconds * plan.rate.n) / plan.rate.d);
  const sampleAt = (frame: number) =>
    flicksToSamples(framesToFlicks(frame, plan.rate), plan.sampleRate);
  for (const { startFrame, endFrame } of ranges) {
    const fileName = "sound-part.wav";
    const from = Math.max(0, startFrame - framesOf(LEAD_S));
    const to = Math.min(plan.frameCount, endFrame + framesOf(TAIL_S));
    const part = slicePlan(plan, { startFrame: from, endFrame: to });
    const mixed = await renderPlan(context, part, inputs, { kind: "pcm", fileName });
    if (!mixed.ok) return mixed;
    const path = join(context.directory, fileName);
    const data = await dataOffset(path);
    if (data === null) return faulted("RENDER_FAILED", "a mixed part has no samples");
    const start = data + (sampleAt(startFrame) - sampleAt(from)) * FRAME_BYTES;
    const end = start + (sampleAt(endFrame) - sampleAt(startFrame)) * FRAME_BYTES - 1;
    for await (const chunk of createReadStream(path, { start, end })) {
      await appendFile(whole, chunk as Uint8Array);
    }
    await rm(path, { force: true });
  }
  return ok(FILE_NAME);
}
