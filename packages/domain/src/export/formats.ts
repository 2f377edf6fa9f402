/**
 * Every file that an export can be, in one table: the API, the dialog, file names, prices, the
 * farm's encoders, its checks and the share page all read it.
 */
import { EXPORT_RESOLUTIONS } from "./presets.ts";
import type { ExportResolution } from "./presets.ts";

export type ExportMedia = "video" | "animation" | "sound" | "still";
export type VideoCodec = "h264" | "hevc" | "av1" | "vp9" | "prores" | "gif" | "png";
export type AudioCodec = "aac" | "opus" | "pcm_s16le" | "mp3";

interface FormatRow {
  readonly media: ExportMedia;
  readonly extension: string;
  /** As what the file is stored and served; from here and nowhere else. */
  readonly contentType: string;
  readonly video: VideoCodec | null;
  readonly audio: AudioCodec | null;
  readonly maxResolution: ExportResolution;
  readonly maxFps: number;
  readonly maxDurationMs: number;
  /** What a pixel costs next to H.264 of the same quality, in percent. */
  readonly costPercent: number;
  /** Whether the three qualities differ. */
  readonly hasQuality: boolean;
  /** Whether its picture may be encoded in parts that are joined without encoding again. */
  readonly segmented: boolean;
  /** Whether browsers play it; a share page offers the others for download only. */
  readonly plays: boolean;
}

const HOUR_MS = 3_600_000;
const film = {
  media: "video",
  maxResolution: 2160,
  maxFps: 120,
  maxDurationMs: 6 * HOUR_MS,
  hasQuality: true,
  segmented: true,
  plays: true,
} as const;
const sound = {
  ...film,
  media: "sound",
  video: null,
  costPercent: 0,
  hasQuality: false,
  segmented: false,
} as const;

export const exportFormats = {
  "mp4-h264": {
    ...film,
    extension: "mp4",
    contentType: "video/mp4",
    video: "h264",
    audio: "aac",
    costPercent: 100,
  },
  "mp4-hevc": {
    ...film,
    extension: "mp4",
    contentType: "video/mp4",
    video: "hevc",
    audio: "aac",
    costPercent: 300,
    plays: false,
  },
  "mp4-av1": {
    ...film,
    extension: "mp4",
    contentType: "video/mp4",
    video: "av1",
    audio: "aac",
    costPercent: 300,
  },
  "webm-vp9": {
    ...film,
    extension: "webm",
    contentType: "video/webm",
    video: "vp9",
    audio: "opus",
    costPercent: 300,
  },
  "mov-prores": {
    ...film,
    extension: "mov",
    contentType: "video/quicktime",
    video: "prores",
    audio: "pcm_s16le",
    costPercent: 100,
    plays: false,
  },
  gif: {
    ...film,
    media: "animation",
    extension: "gif",
    contentType: "image/gif",
    video: "gif",
    audio: null,
    maxResolution: 480,
    maxFps: 25,
    maxDurationMs: 60_000,
    costPercent: 200,
    hasQuality: false,
    segmented: false,
  },
  "m4a-aac": { ...sound, extension: "m4a", contentType: "audio/mp4", audio: "aac" },
  mp3: { ...sound, extension: "mp3", contentType: "audio/mpeg", audio: "mp3" },
  wav: { ...sound, extension: "wav", contentType: "audio/wav", audio: "pcm_s16le" },
  png: {
    ...film,
    media: "still",
    extension: "png",
    contentType: "image/png",
    video: "png",
    audio: null,
    costPercent: 100,
    hasQuality: false,
    segmented: false,
  },
} as const satisfies Readonly<Record<string, FormatRow>>;

export type ExportFormat = keyof typeof exportFormats;
export const EXPORT_FORMATS = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]];

export function formatOf(format: ExportFormat): FormatRow {
  return exportFormats[format];
}

interface Rate {
  readonly n: number;
  readonly d: number;
}

/** `rate`, halved until the format can hold it: a GIF of a 50 fps project has 25. */
export function rateFor(format: ExportFormat, rate: Rate): Rate {
  const { maxFps } = formatOf(format);
  let { n, d } = rate;
  while (n / d > maxFps * 1.001) {
    if (n % 2 === 0) n /= 2;
    else d *= 2;
  }
  return { n, d };
}

export type FormatRefusal =
  | { readonly limit: "resolution"; readonly max: number }
  | { readonly limit: "duration"; readonly max: number };

/** Why this format cannot hold an export of this size; null when it can. */
export function refuseFormat(
  format: ExportFormat,
  wanted: { readonly resolution: number; readonly durationMs: number },
): FormatRefusal | null {
  const { maxResolution, maxDurationMs, media } = formatOf(format);
  if (media !== "sound" && wanted.resolution > maxResolution) {
    return { limit: "resolution", max: maxResolution };
  }
  return wanted.durationMs > maxDurationMs ? { limit: "duration", max: maxDurationMs } : null;
}

/** The resolutions that a format allows. */
export function resolutionsOf(format: ExportFormat): readonly ExportResolution[] {
  return EXPORT_RESOLUTIONS.filter((resolution) => resolution <= formatOf(format).maxResolution);
}
