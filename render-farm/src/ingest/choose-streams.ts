/** Which streams of a file count, and what can be refused before anything is decoded. */
import type { IngestJob } from "@cutroom/contracts";
import { MAX_SOUNDS, ok } from "@cutroom/timeline";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import type { ProbeReport, ProbeStream } from "./probe.ts";

export type IngestLimits = IngestJob["limits"];

/** The streams that count: the first real picture and the first sounds. */
export function chooseStreams(probe: ProbeReport): {
  readonly video: ProbeStream | null;
  readonly sounds: readonly ProbeStream[];
} {
  const real = (stream: ProbeStream) =>
    stream.codec_type === "video" &&
    stream.codec_name !== undefined &&
    stream.disposition["attached_pic"] !== 1 &&
    (stream.width ?? 0) > 0;
  const heard = (stream: ProbeStream) =>
    stream.codec_type === "audio" && stream.codec_name !== undefined && (stream.channels ?? 0) > 0;
  return {
    video: probe.streams.find(real) ?? null,
    sounds: probe.streams.filter(heard).slice(0, MAX_SOUNDS),
  };
}

/** What can be refused on claims alone, before anything is decoded. */
export function checkClaims(probe: ProbeReport, limits: IngestLimits): StepResult<null> {
  if (probe.streams.length > limits.max_streams) {
    return refused("STREAM_LIMIT", `${probe.streams.length} streams`);
  }
  const { video, sounds } = chooseStreams(probe);
  if (video === null && sounds.length === 0)
    return refused("NOT_MEDIA", "no stream to see or hear");
  const pixels = (video?.width ?? 0) * (video?.height ?? 0);
  if (pixels > limits.max_pixels) return refused("PIXEL_LIMIT", `${pixels} pixels`);
  if ((probe.format.duration ?? 0) * 1_000 > limits.max_duration_ms) {
    return refused("DURATION_LIMIT", `claims ${probe.format.duration} s`);
  }
  return ok(null);
}

/** FFmpeg's own VP8 and VP9 decoders drop the alpha plane. */
export function alphaDecoder(stream: ProbeStream): string | null {
  if ((stream.tags["alpha_mode"] ?? stream.tags["ALPHA_MODE"]) !== "1") return null;
  if (stream.codec_name === "vp9") return "libvpx-vp9";
  return stream.codec_name === "vp8" ? "libvpx" : null;
}
