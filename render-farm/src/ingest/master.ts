/**
 * Arguments that turn an upload into its master: constant rate on the frame grid, upright,
 * square pixels, BT.709 limited, first frame and first sample at time 0.
 */
import type { Rate } from "@cutroom/timeline";
import type { IngestPlan, PicturePlan, SoundPlan } from "./classify.ts";
import { BT709_TAGS, SCALER, toBt709 } from "./colour.ts";
import { openSource } from "./open-source.ts";
import type { Container } from "./sniff.ts";

export const NO_METADATA = ["-map_metadata", "-1", "-map_chapters", "-1"];
const QUIET = ["-hide_banner", "-nostdin", "-y", "-v", "error"];

export interface MasterFile {
  readonly fileName: string;
  readonly container: Container;
}

/** Time stamps count from the asset's time 0; `-copyts` keeps them as the scan saw them. */
export function onGrid(picture: PicturePlan, originS: number): string[] {
  const { n, d } = picture.rate;
  return [
    `setpts=PTS-(${originS.toFixed(9)})/TB`,
    ...(picture.interlaced ? ["bwdif=mode=send_frame:parity=auto:deint=all"] : []),
    // Where the last frame's length is rounded away, `fps` would drop that frame.
    `fps=fps=${n}/${d}:round=near:start_time=0:eof_action=pass`,
    "tpad=stop=-1:stop_mode=clone",
    // Not -frames:v, which would end the sound together with the picture.
    `trim=end_frame=${picture.frameCount}`,
  ];
}

/** 48 kHz stereo, a late start as silence, exactly `sampleCount` samples. */
export function soundFilters(sound: SoundPlan, originS: number): string[] {
  return [
    `asetpts=PTS-(${originS.toFixed(9)})/TB`,
    "aresample=48000:async=1:first_pts=0",
    sound.channels === 1
      ? "pan=stereo|c0=c0|c1=c0"
      : "aformat=sample_rates=48000:channel_layouts=stereo",
    `apad=whole_len=${sound.sampleCount}`,
    `atrim=end_sample=${sound.sampleCount}`,
  ];
}

/** Every sound as a stream of an output, from the streams that `source` names. */
export function soundMaps(
  sounds: readonly SoundPlan[],
  originS: number,
  source: (sound: SoundPlan, at: number) => string,
): string[] {
  if (sounds.length === 0) return ["-an"];
  return sounds.flatMap((sound, at) => [
    "-map",
    source(sound, at),
    `-filter:a:${at}`,
    soundFilters(sound, originS).join(","),
  ]);
}

/**
 * A clock in which every frame of `rate` is a whole number of ticks, and of many: a seek to the
 * middle between two frames must not be rounded to either. The compiler's exports keep the same.
 */
export function trackClock(rate: Rate): string {
  let ticks = rate.n;
  while (ticks < 10_000) ticks *= 2;
  return String(ticks);
}

function h264Args(picture: PicturePlan): string[] {
  const second = String(Math.max(1, Math.round(picture.rate.n / picture.rate.d)));
  return [
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-crf",
    "14",
    "-g",
    second,
    "-pix_fmt",
    "yuv420p",
    ...BT709_TAGS,
    "-video_track_timescale",
    trackClock(picture.rate),
  ];
}

export function vp9AlphaArgs(crf: number): string[] {
  return [
    "-c:v",
    "libvpx-vp9",
    "-pix_fmt",
    "yuva420p",
    "-crf",
    String(crf),
    "-b:v",
    "0",
    "-auto-alt-ref",
    "0",
    "-deadline",
    "good",
    "-cpu-used",
    "5",
    "-row-mt",
    "1",
    "-metadata:s:v:0",
    "alpha_mode=1",
    ...BT709_TAGS,
  ];
}

function pictureMap(plan: IngestPlan, picture: PicturePlan): string[] {
  const format = picture.hasAlpha ? "yuva420p" : "yuv420p";
  const filters = [
    ...onGrid(picture, plan.originS),
    ...toBt709(picture.colour, picture, format),
    "setsar=1",
  ];
  const map = `0:${picture.streamIndex}`;
  return ["-map", map, "-vf", filters.join(","), "-fps_mode", "passthrough"];
}

/** To RGB of the size shown; the pixel format is chosen behind it. */
export function stillFilters(picture: Pick<PicturePlan, "colour" | "width" | "height">): string {
  const { colour, width, height } = picture;
  const from =
    colour.matrix === "rgb" ? "" : `in_color_matrix=${colour.matrix}:in_range=${colour.range}:`;
  return `scale=w=${width}:h=${height}:${from}${SCALER},setsar=1`;
}

function stillArgs(picture: PicturePlan): string[] {
  const filters = `${stillFilters(picture)},format=${picture.hasAlpha ? "rgba" : "rgb24"}`;
  return ["-map", `0:${picture.streamIndex}`, "-vf", filters, "-frames:v", "1"];
}

/**
 * The whole argument list and the file it makes. Sound is PCM or FLAC, because every other
 * codec adds samples of its own at the start.
 */
export function masterArgs(
  plan: IngestPlan,
  source: { readonly container: Container; readonly fileName: string; readonly maxPixels: number },
): { readonly args: string[]; readonly file: MasterFile } {
  const { picture, sounds } = plan;
  // A graph that is built anew at a change of size would begin its frame grid again.
  const steady = picture?.sizeChanges === true ? ["-reinit_filter", "0"] : [];
  const open = [
    ...QUIET,
    "-copyts",
    ...steady,
    ...openSource(source.container, source.fileName, source, picture?.decoder ?? null),
  ];
  if (plan.kind === "image" && picture !== null) {
    const file: MasterFile = { fileName: "master.png", container: "png" };
    const args = [...open, ...stillArgs(picture), ...NO_METADATA, "-f", "image2"];
    return { file, args: [...args, "-update", "1", file.fileName] };
  }
  const soundMap = soundMaps(sounds, plan.originS, ({ streamIndex }) => `0:${streamIndex}`);
  const pcm = sounds.length === 0 ? [] : ["-c:a", "pcm_s16le"];
  // FLAC holds one sound.
  if (picture === null && sounds.length > 1) {
    const file: MasterFile = { fileName: "master.mov", container: "mov" };
    const mov = ["-vn", ...NO_METADATA, "-movflags", "+faststart", "-f", "mov", file.fileName];
    return { file, args: [...open, ...soundMap, ...pcm, ...mov] };
  }
  if (picture === null) {
    const file: MasterFile = { fileName: "master.flac", container: "flac" };
    const codec = ["-c:a", "flac", "-sample_fmt", "s16", "-vn"];
    return {
      file,
      args: [...open, ...soundMap, ...codec, ...NO_METADATA, "-f", "flac", file.fileName],
    };
  }
  const seen = pictureMap(plan, picture);
  if (picture.hasAlpha) {
    const file: MasterFile = { fileName: "master.webm", container: "matroska" };
    const codecs = [...vp9AlphaArgs(12), ...pcm];
    return {
      file,
      args: [
        ...open,
        ...seen,
        ...soundMap,
        ...NO_METADATA,
        ...codecs,
        "-f",
        "matroska",
        file.fileName,
      ],
    };
  }
  const file: MasterFile = { fileName: "master.mov", container: "mov" };
  return {
    file,
    args: [
      ...open,
      ...seen,
      ...soundMap,
      ...h264Args(picture),
      ...pcm,
      ...NO_METADATA,
      "-movflags",
      "+faststart",
      "-f",
      "mov",
      file.fileName,
    ],
  };
}
