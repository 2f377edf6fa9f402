/** What a person chooses of an export, and what follows from it. Pure. */
import type { ExportSpec, ProblemCode } from "@cutroom/contracts";

export const RESOLUTIONS = [360, 720, 1080, 2160] as const;
export const QUALITIES = ["draft", "standard", "high"] as const;
export const RATES = ["project", "24/1", "25/1", "30/1", "50/1", "60/1"] as const;

export type RateChoice = (typeof RATES)[number];

export interface ExportChoice {
  readonly resolution: (typeof RESOLUTIONS)[number];
  readonly quality: (typeof QUALITIES)[number];
  readonly rate: RateChoice;
}

export const defaultChoice: ExportChoice = {
  resolution: 1080,
  quality: "standard",
  rate: "project",
};

/** 360p, 720p, 1080p, 4K. */
export function resolutionName(resolution: number): string {
  return resolution >= 2160 ? "4K" : `${resolution}p`;
}

/** The request's form of a choice. */
export function specOf(choice: ExportChoice): ExportSpec {
  const { resolution, quality, rate } = choice;
  const [n = 0, d = 1] = rate === "project" ? [] : rate.split("/").map(Number);
  return {
    format: "mp4-h264",
    resolution,
    quality,
    ...(rate === "project" ? {} : { rate: { n, d } }),
  };
}

/** Video bits per pixel of typical footage at each quality, and one stereo AAC track. */
const BITS_PER_PIXEL = { draft: 0.045, standard: 0.085, high: 0.16 } as const;
const AUDIO_BITS_PER_SECOND = 192_000;

/** About how large the file will be, in bytes: footage decides, so this is a hint, not a promise. */
export function estimatedBytes(
  estimate: {
    readonly width: number;
    readonly height: number;
    readonly frame_count: number;
    readonly duration_ms: number;
  },
  quality: ExportChoice["quality"],
): number {
  const { width, height, frame_count: frames, duration_ms: durationMs } = estimate;
  const video = width * height * frames * BITS_PER_PIXEL[quality];
  return Math.round((video + (AUDIO_BITS_PER_SECOND * durationMs) / 1000) / 8);
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
