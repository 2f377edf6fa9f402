/** What a person chooses of an export, and what follows from it. Pure. */
import { CAPTION_USES, EXPORT_FORMATS, formatOf, resolutionsOf } from "@cutroom/contracts";
import type { ExportFormat, ExportSpec, ProblemCode } from "@cutroom/contracts";
import type { FrameRange, Rate } from "@cutroom/timeline";

export const QUALITIES = ["draft", "standard", "high"] as const;
export const RATES = [
  "project",
  "24000/1001",
  "24/1",
  "25/1",
  "30000/1001",
  "30/1",
  "50/1",
  "60000/1001",
  "60/1",
] as const;
export const FORMATS = EXPORT_FORMATS;

export const CAPTION_CHOICES = CAPTION_USES;
/** As mixed, or for where it will be heard: the web, or broadcast. */
export const LOUDNESSES = ["mixed", -14, -23] as const;

export type RateChoice = (typeof RATES)[number];

/** The film that is open, in frames of its project. */
export interface OpenFilm {
  readonly rate: Rate;
  readonly frameCount: number;
  readonly playhead: number;
  /** Null: there is nothing between in and out points. */
  readonly marks: FrameRange | null;
}

export interface ExportChoice {
  readonly format: ExportFormat;
  readonly resolution: ExportSpec["resolution"];
  readonly quality: (typeof QUALITIES)[number];
  readonly rate: RateChoice;
  readonly captions: ExportSpec["captions"];
  readonly loudness: (typeof LOUDNESSES)[number];
  /** Several sizes of it for the share page as well. */
  readonly adaptive: boolean;
  /** All of the film, or what lies between its in and out points if there is anything. */
  readonly extent: "marks" | "whole";
}

export const defaultChoice: ExportChoice = {
  format: "mp4-h264",
  resolution: 1080,
  quality: "standard",
  rate: "project",
  captions: "burn",
  loudness: "mixed",
  adaptive: false,
  // Whoever has marked a stretch most often wants that.
  extent: "marks",
};

/** 360p, 720p, 1080p, 4K. */
export function resolutionName(resolution: number): string {
  return resolution >= 2160 ? "4K" : `${resolution}p`;
}

/** Which questions a format asks: a sound has no size, a still no rate. */
export function questionsOf(format: ExportFormat) {
  const { media, hasQuality } = formatOf(format);
  const resolutions = media === "sound" ? [] : resolutionsOf(format);
  const moves = media === "video" || media === "animation";
  const heard = media === "video" || media === "sound";
  const lasts = moves || heard;
  return { resolutions, rate: moves, quality: hasQuality, captions: moves, loudness: heard, lasts };
}

/** The choice in another format; a size that it cannot have becomes its largest. */
export function withFormat(choice: ExportChoice, format: ExportFormat): ExportChoice {
  const { maxResolution } = formatOf(format);
  const resolution = choice.resolution > maxResolution ? maxResolution : choice.resolution;
  return { ...choice, format, resolution };
}

/** What is exported of the film; null: all of it. */
function marksFor(choice: ExportChoice, { marks }: Pick<OpenFilm, "marks">) {
  return choice.extent === "marks" && questionsOf(choice.format).lasts ? marks : null;
}

/**
 * The request's form of a choice. A still is of the playhead; `aiLabel` asks for the line that
 * says that AI made it.
 */
export function specOf(
  choice: ExportChoice,
  film: Pick<OpenFilm, "playhead" | "marks">,
  aiLabel = false,
): ExportSpec {
  const { format, resolution, quality } = choice;
  const asked = questionsOf(format);
  const marks = marksFor(choice, film);
  const rate = asked.rate ? choice.rate : "project";
  const [n = 0, d = 1] = rate === "project" ? [] : rate.split("/").map(Number);
  return {
    format,
    resolution,
    quality,
    captions: choice.captions,
    ...(asked.loudness && choice.loudness !== "mixed" ? { loudness_lufs: choice.loudness } : {}),
    ...(rate === "project" ? {} : { rate: { n, d } }),
    ...(choice.adaptive && format === "mp4-h264" ? { adaptive: true } : {}),
    ...(aiLabel && asked.resolutions.length > 0 ? { ai_label: true } : {}),
    ...(formatOf(format).media === "still" ? { still_frame: film.playhead } : {}),
    ...(marks === null
      ? {}
      : { range: { start_frame: marks.startFrame, end_frame: marks.endFrame } }),
  };
}

/** Bits per pixel of typical footage at each quality. */
const BITS_PER_PIXEL = {
  h264: { draft: 0.045, standard: 0.085, high: 0.16 },
  hevc: { draft: 0.03, standard: 0.055, high: 0.11 },
  av1: { draft: 0.02, standard: 0.045, high: 0.09 },
  vp9: { draft: 0.03, standard: 0.06, high: 0.12 },
  prores: { draft: 0.7, standard: 2.3, high: 3.5 },
  gif: { draft: 2, standard: 2, high: 2 },
  png: { draft: 12, standard: 12, high: 12 },
} as const;
const SOUND_BITS_PER_SECOND = { aac: 192_000, opus: 160_000, mp3: 256_000, pcm_s16le: 1_536_000 };

/** About how large the file will be, in bytes: footage decides, so this is a hint, not a promise. */
export function estimatedBytes(
  estimate: {
    readonly width: number;
    readonly height: number;
    readonly frame_count: number;
    readonly duration_ms: number;
  },
  choice: Pick<ExportChoice, "format" | "quality">,
): number {
  const { width, height, frame_count: frames, duration_ms: durationMs } = estimate;
  const { video, audio } = formatOf(choice.format);
  const perPixel = video === null ? 0 : BITS_PER_PIXEL[video][choice.quality];
  const perSecond = audio === null ? 0 : SOUND_BITS_PER_SECOND[audio];
  return Math.round((width * height * frames * perPixel + (perSecond * durationMs) / 1000) / 8);
}

/** After these nobody knows whether the request took effect: repeat it unchanged, key and all. */
const UNCERTAIN: ReadonlySet<ProblemCode> = new Set([
  "service.unavailable",
  "internal.error",
  "idempotency.in-flight",
]);

/** True when the same request must be repeated under its key; false when a new attempt begins. */
export function isUncertain(code: ProblemCode): boolean {
  return UNCERTAIN.has(code);
}
