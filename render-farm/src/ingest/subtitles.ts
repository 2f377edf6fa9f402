/**
 * Text subtitles inside a file, each as a WebVTT file on the asset's own time. Pictures of
 * subtitles (DVD, Blu-ray) have no text and stay where they are.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SUBTITLE_TRACKS } from "@cutroom/domain";
import { MAX_CAPTION_BYTES, ok, parseCaptions } from "@cutroom/timeline";
import { runTool } from "../engine/run-tool.ts";
import type { JobContext } from "../job-context.ts";
import type { StepResult } from "../step-failure.ts";
import { openSource } from "./open-source.ts";
import type { ProbeReport, ProbeStream } from "./probe.ts";
import type { Container } from "./sniff.ts";

const TEXT_CODECS = new Set(["subrip", "srt", "ass", "ssa", "mov_text", "webvtt", "text"]);

export interface Subtitles {
  /** The output's name. */
  readonly name: string;
  /** As the file says it, usually three letters of ISO 639-2. */
  readonly language: string | null;
  readonly title: string | null;
}

export function isTextSubtitle(stream: ProbeStream): boolean {
  return stream.codec_type === "subtitle" && TEXT_CODECS.has(stream.codec_name ?? "");
}

/** What the file says of a stream; null when that is nothing. */
export function tagOf(stream: ProbeStream, name: "language" | "title"): string | null {
  const value = (stream.tags[name] ?? stream.tags[name.toUpperCase()] ?? "").trim().slice(0, 100);
  return value === "" || value === "und" ? null : value;
}

async function hasCues(context: JobContext, fileName: string): Promise<boolean> {
  const bytes = await readFile(join(context.directory, fileName));
  return bytes.length <= MAX_CAPTION_BYTES && parseCaptions(bytes.toString("utf8")).ok;
}

/**
 * Writes `subtitles-0.vtt` and so on, of the first six tracks that have cues. A track that cannot
 * be read is passed by: the film is whole without it. Only a fault of the machine fails.
 */
export async function extractSubtitles(
  context: JobContext,
  source: { readonly container: Container; readonly fileName: string; readonly maxPixels: number },
  probe: ProbeReport,
  originS: number,
): Promise<StepResult<readonly Subtitles[]>> {
  const found: Subtitles[] = [];
  for (const stream of probe.streams.filter(isTextSubtitle)) {
    if (found.length === SUBTITLE_TRACKS) break;
    const name = `subtitles-${found.length}`;
    const open = openSource(source.container, source.fileName, source);
    const file = ["-output_ts_offset", (-originS).toFixed(6), "-f", "webvtt", `${name}.vtt`];
    const run = await runTool(context, "ffmpeg", [
      "-hide_banner",
      "-nostdin",
      "-y",
      "-v",
      "error",
      "-copyts",
      ...open,
      "-map",
      `0:${stream.index}`,
      ...file,
    ]);
    if (!run.ok && (run.failure.retryable || run.failure.code !== "RENDER_FAILED")) return run;
    if (!run.ok || !(await hasCues(context, `${name}.vtt`))) continue;
    found.push({ name, language: tagOf(stream, "language"), title: tagOf(stream, "title") });
  }
  return ok(found);
}
