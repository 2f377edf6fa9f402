/** The arguments of every encoder and container that an export may end in. */
import type { Rate } from "@cutroom/timeline";

export type Quality = "draft" | "standard" | "high";
export type PictureCodec = "h264" | "hevc" | "av1" | "vp9" | "prores";
export type SoundCodec = "aac" | "opus" | "pcm_s16le" | "mp3";

export interface PictureEncoding {
  readonly picture: PictureCodec;
  readonly quality: Quality;
  /** Encoder threads: part of the output's bytes, so always pinned. */
  readonly threads: number;
}

type ByQuality<T> = Readonly<Record<Quality, T>>;

const H264: ByQuality<{ preset: string; crf: number }> = {
  draft: { preset: "superfast", crf: 27 },
  standard: { preset: "veryfast", crf: 20 },
  high: { preset: "medium", crf: 17 },
};
const HEVC: ByQuality<{ preset: string; crf: number }> = {
  draft: { preset: "ultrafast", crf: 29 },
  standard: { preset: "veryfast", crf: 23 },
  high: { preset: "medium", crf: 19 },
};
const AV1: ByQuality<{ preset: number; crf: number }> = {
  draft: { preset: 12, crf: 42 },
  standard: { preset: 9, crf: 32 },
  high: { preset: 6, crf: 24 },
};
const VP9: ByQuality<{ speed: number; crf: number }> = {
  draft: { speed: 8, crf: 40 },
  standard: { speed: 5, crf: 31 },
  high: { speed: 3, crf: 24 },
};
/** Proxy, 422, 422 HQ. */
const PRORES: ByQuality<number> = { draft: 0, standard: 2, high: 3 };

const TAGS = [
  ["-color_primaries", "bt709", "-color_trc", "bt709"],
  ["-colorspace", "bt709", "-color_range", "tv"],
].flat();

/** The layout of pixels that the encoder is given. */
export function pixelFormat(codec: PictureCodec): "yuv420p" | "yuv422p10le" {
  return codec === "prores" ? "yuv422p10le" : "yuv420p";
}

function encoderArgs(rate: Rate, encoding: PictureEncoding): string[] {
  const { quality } = encoding;
  const keyFrames = String(Math.max(1, Math.round((2 * rate.n) / rate.d)));
  const threads = String(Math.max(1, Math.floor(encoding.threads)));
  switch (encoding.picture) {
    case "h264": {
      const { preset, crf } = H264[quality];
      return [
        ["-c:v", "libx264", "-preset", preset, "-crf", String(crf), "-profile:v", "high"],
        ["-pix_fmt", "yuv420p", "-g", keyFrames, "-flags:v", "+cgop+bitexact"],
        ["-threads:v", threads],
      ].flat();
    }
    case "hevc": {
      const { preset, crf } = HEVC[quality];
      // One frame at a time: with several, the bytes depend on how fast each thread is.
      const own = `keyint=${keyFrames}:open-gop=0:pools=${threads}:frame-threads=1:log-level=error`;
      return [
        ["-c:v", "libx265", "-preset", preset, "-crf", String(crf), "-tag:v", "hvc1"],
        ["-pix_fmt", "yuv420p", "-x265-params", own, "-flags:v", "+bitexact"],
      ].flat();
    }
    case "av1": {
      const { preset, crf } = AV1[quality];
      return [
        ["-c:v", "libsvtav1", "-preset", String(preset), "-crf", String(crf)],
        ["-pix_fmt", "yuv420p", "-g", keyFrames, "-svtav1-params", `lp=${threads}`],
        ["-flags:v", "+bitexact"],
      ].flat();
    }
    case "vp9": {
      const { speed, crf } = VP9[quality];
      return [
        ["-c:v", "libvpx-vp9", "-crf", String(crf), "-b:v", "0", "-deadline", "good"],
        ["-cpu-used", String(speed), "-row-mt", "1", "-tile-columns", "1", "-g", keyFrames],
        ["-pix_fmt", "yuv420p", "-threads:v", threads, "-flags:v", "+bitexact"],
      ].flat();
    }
    case "prores":
      return [
        ["-c:v", "prores_ks", "-profile:v", String(PRORES[quality]), "-vendor", "apl0"],
        ["-pix_fmt", "yuv422p10le", "-threads:v", threads, "-flags:v", "+bitexact"],
      ].flat();
    default:
      return encoding.picture satisfies never;
  }
}

/** A picture encoded at a key frame every two seconds and closed groups, so that parts join. */
export function pictureArgs(rate: Rate, encoding: PictureEncoding): string[] {
  return [...encoderArgs(rate, encoding), ...TAGS];
}

const SOUND: Readonly<Record<SoundCodec, readonly string[]>> = {
  aac: ["-c:a", "aac", "-b:a", "192k"],
  opus: ["-c:a", "libopus", "-b:a", "160k"],
  mp3: ["-c:a", "libmp3lame", "-b:a", "256k"],
  pcm_s16le: ["-c:a", "pcm_s16le"],
};

export function soundArgs(codec: SoundCodec): string[] {
  return [...SOUND[codec], "-ar", "48000", "-ac", "2", "-flags:a", "+bitexact"];
}

const MUXERS: Readonly<Record<string, readonly string[]>> = {
  mp4: ["-movflags", "+faststart", "-f", "mp4"],
  mov: ["-movflags", "+faststart", "-f", "mov"],
  m4a: ["-movflags", "+faststart", "-f", "mp4"],
  webm: ["-f", "webm"],
  wav: ["-f", "wav"],
  mp3: ["-f", "mp3"],
};

/** Index first where there is one, so that a player starts before the file has come. */
export function muxerArgs(fileName: string): readonly string[] {
  const muxer = MUXERS[fileName.split(".").at(-1) ?? ""];
  if (muxer === undefined) throw new TypeError(`no muxer for ${fileName}`);
  return muxer;
}
