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
import type { ProbeStream } from "./probe.ts";
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
}

export interface ScanTargets {
  readonly video: ProbeStream | null;
  readonly sounds: readonly ProbeStream[];
  /** True when the file has no other streams that would be decoded with these. */
  readonly alone: boolean;
}

export interface Scans {
  readonly video: VideoScan | null;
  /** In the order of the targets; null when nothing of one can be decoded. */
  readonly sounds: readonly (AudioScan | null)[];
}

type Row = Readonly<Record<string, string>>;

const ENTRIES =
  "frame=stream_index,best_effort_timestamp,pkt_duration,width,height,interlaced_frame,nb_samples:" +
  "frame_side_data=rotation";

async function decode(
  context: JobContext,
  source: ScanSource,
  streamIndex: number | null,
  onRow: (row: Row) => void,
): Promise<StepResult<readonly string[]>> {
  const listName = "scan.txt";
  const select = streamIndex === null ? [] : ["-select_streams", String(streamIndex)];
  const args = [
    "-v",
    "error",
    ...select,
    "-show_entries",
    ENTRIES,
    "-of",
    "compact=p=0:nk=0",
    "-o",
    listName,
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

function videoCounter() {
  const ticks: number[] = [];
  const sizes = new Set<string>();
  let [undated, lastDuration, interlaced, rotationDeg] = [0, 0, 0, 0];
  return {
    take(row: Row) {
      if (row["rotation"] !== undefined) rotationDeg = Number(row["rotation"]) || 0;
      if (row["width"] === undefined) return;
      sizes.add(`${row["width"]}x${row["height"]}`);
      if (row["interlaced_frame"] === "1") interlaced += 1;
      const at = Number(row["best_effort_timestamp"]);
      if (Number.isFinite(at)) {
        ticks.push(at);
        lastDuration = Number(row["pkt_duration"]) || 0;
      } else undated += 1;
    },
    result: (errors: readonly string[]): VideoScan => {
      const sorted = ticks.toSorted((a, b) => a - b);
      const found = { undated, lastDuration, interlaced, sizes: sizes.size, rotationDeg };
      return { ticks: sorted, ...found, errors };
    },
  };
}

function audioCounter(stream: ProbeStream) {
  const sampleRate = stream.sample_rate ?? 48_000;
  const { n, d } = stream.time_base ?? { n: 1, d: sampleRate };
  let startS: number | null = null;
  let [endS, counted, maxGapS] = [0, 0, 0];
  return {
    take(row: Row) {
      const samples = Number(row["nb_samples"]);
      if (!Number.isFinite(samples)) return;
      const stamp = Number(row["best_effort_timestamp"]);
      const at = Number.isFinite(stamp) ? (stamp * n) / d : endS;
      startS ??= at;
      maxGapS = Math.max(maxGapS, Math.abs(at - (startS + counted / sampleRate)));
      counted += samples;
      endS = at + samples / sampleRate;
    },
    result: (errors: readonly string[]): AudioScan | null =>
      startS === null || counted === 0 ? null : { startS, endS, maxGapS, errors },
  };
}

/** Decodes all of the chosen streams. What cannot be decoded shows in `errors`. */
export async function scanStreams(
  context: JobContext,
  source: ScanSource,
  { video, sounds, alone }: ScanTargets,
): Promise<StepResult<Scans>> {
  const seen = videoCounter();
  const heard = new Map(sounds.map((stream) => [stream.index, audioCounter(stream)]));
  const onRow = (row: Row) => {
    const index = Number(row["stream_index"]);
    heard.get(index)?.take(row);
    // Side data comes in rows of its own, without a stream.
    if (index === video?.index || row["stream_index"] === undefined) seen.take(row);
  };
  const chosen = [...(video === null ? [] : [video]), ...sounds].map((stream) => stream.index);
  const errors: string[] = [];
  for (const streamIndex of alone ? [null] : chosen) {
    const run = await decode(context, source, streamIndex, onRow);
    if (!run.ok) return run;
    errors.push(...run.value);
  }
  return ok({
    video: video === null ? null : seen.result(errors),
    sounds: [...heard.values()].map((counter) => counter.result(video === null ? errors : [])),
  });
}
