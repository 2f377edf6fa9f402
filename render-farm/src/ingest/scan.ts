/**
 * Decodes a stream from end to end and notes when each frame is shown. Containers lie about
 * length, rate and edit lists; decoded time stamps do not.
 */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ok } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import { openSource } from "./open-source.ts";
import type { Container } from "./sniff.ts";

export interface VideoScan {
  /** Time stamps of dated frames, in ticks of the stream's time base, in order of display. */
  readonly ticks: readonly number[];
  /** Frames that came without a time stamp: before the first key frame of a careless cut. */
  readonly undated: number;
  /** Of the last frame, in ticks; 0 when the container does not say. */
  readonly lastDuration: number;
  readonly interlaced: number;
  /** Different picture sizes seen. */
  readonly sizes: number;
  readonly rotationDeg: number;
  readonly errors: readonly string[];
}

export interface AudioScan {
  /** First and one-past-last sample, in seconds of the file's own clock. */
  readonly startS: number;
  readonly endS: number;
  /** Largest disagreement between time stamps and samples counted so far, seconds. */
  readonly maxGapS: number;
  readonly errors: readonly string[];
}

interface ScanSource {
  readonly container: Container;
  readonly fileName: string;
  readonly maxPixels: number;
  readonly streamIndex: number;
}

type Row = Readonly<Record<string, string>>;

async function scan(
  context: JobContext,
  source: ScanSource,
  entries: string,
  onRow: (row: Row) => void,
): Promise<StepResult<readonly string[]>> {
  const listName = "scan.txt";
  const args = [
    ...["-v", "error", "-select_streams", String(source.streamIndex)],
    ...["-show_entries", entries, "-of", "compact=p=0:nk=0", "-o", listName],
    ...openSource(source.container, source.fileName, source),
  ];
  const run = await runTool(context, "ffprobe", args);
  const path = join(context.directory, listName);
  if (!run.ok && run.failure.code !== "RENDER_FAILED") return run;
  if (run.ok) {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (line === "") continue;
      onRow(Object.fromEntries(line.split("|").map((field) => field.split("=", 2))) as Row);
    }
  }
  await rm(path, { force: true });
  const text = run.ok ? run.value.stderr : run.failure.internal;
  return ok(text.split("\n").filter((line) => line.trim() !== ""));
}

/** Decodes all of the picture stream. What cannot be decoded shows in `errors`. */
export async function scanVideo(
  context: JobContext,
  source: ScanSource,
): Promise<StepResult<VideoScan>> {
  const ticks: number[] = [];
  const sizes = new Set<string>();
  let [undated, lastDuration, interlaced, rotationDeg] = [0, 0, 0, 0];
  const entries =
    "frame=best_effort_timestamp,pkt_duration,width,height,interlaced_frame:" +
    "frame_side_data=rotation";
  const errors = await scan(context, source, entries, (row) => {
    if (row["rotation"] !== undefined) rotationDeg = Number(row["rotation"]) || 0;
    if (row["width"] === undefined) return;
    sizes.add(`${row["width"]}x${row["height"]}`);
    if (row["interlaced_frame"] === "1") interlaced += 1;
    const at = Number(row["best_effort_timestamp"]);
    if (Number.isFinite(at)) {
      ticks.push(at);
      lastDuration = Number(row["pkt_duration"]) || 0;
    } else undated += 1;
  });
  if (!errors.ok) return errors;
  ticks.sort((a, b) => a - b);
  const found = { ticks, undated, lastDuration, interlaced, sizes: sizes.size, rotationDeg };
  return ok({ ...found, errors: errors.value });
}

/** Decodes all of a sound stream; null when nothing of it can be decoded. */
export async function scanAudio(
  context: JobContext,
  source: ScanSource,
  stream: { readonly timeBase: { n: number; d: number }; readonly sampleRate: number },
): Promise<StepResult<AudioScan | null>> {
  const tickS = stream.timeBase.n / stream.timeBase.d;
  let startS: number | null = null;
  let [endS, counted, maxGapS] = [0, 0, 0];
  const entries = "frame=best_effort_timestamp,nb_samples:frame_side_data=none";
  const errors = await scan(context, source, entries, (row) => {
    const samples = Number(row["nb_samples"]);
    if (!Number.isFinite(samples)) return;
    const stamp = Number(row["best_effort_timestamp"]);
    const at = Number.isFinite(stamp) ? stamp * tickS : endS;
    startS ??= at;
    maxGapS = Math.max(maxGapS, Math.abs(at - (startS + counted / stream.sampleRate)));
    counted += samples;
    endS = at + samples / stream.sampleRate;
  });
  if (!errors.ok) return errors;
  if (startS === null || counted === 0) return ok(null);
  return ok({ startS, endS, maxGapS, errors: errors.value });
}
