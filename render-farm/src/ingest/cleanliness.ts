/**
 * When an upload may serve as its own master. Strict on purpose: everything that a seek, a
 * decoder or a colour conversion could read in two ways is conformed once, here.
 */
import type { Measured, PicturePlan } from "./classify.ts";
import type { FrameGrid } from "./frame-grid.ts";
import type { ProbeStream } from "./probe.ts";
import { rotationOf } from "./shown-size.ts";

const EXACT_S = 0.001;

/** A seek half a frame early needs half a frame in the container's clock, and room to round. */
const MIN_TICKS_PER_FRAME = 8;

function hasCoarseClock(stream: ProbeStream, grid: FrameGrid | null): boolean {
  const clock = stream.time_base;
  if (clock === undefined || grid === null) return false;
  const ticksPerFrame = (clock.d * grid.rate.d) / (clock.n * grid.rate.n);
  return ticksPerFrame < MIN_TICKS_PER_FRAME;
}

type Check = readonly [dirty: boolean, reason: string];
const failing = (checks: readonly Check[]) =>
  checks.filter(([dirty]) => dirty).map(([, why]) => why);

/** Why the picture needs a conformed master; empty when it does not. */
export function pictureReasons(
  measured: Measured,
  picture: PicturePlan,
  axis: { readonly grid: FrameGrid | null; readonly originS: number },
): readonly string[] {
  const { video, container, probe } = measured;
  if (video === null) return [];
  const { stream, scan } = video;
  const format = stream.pix_fmt ?? "";
  const turned = rotationOf(stream) !== 0 || scan.rotationDeg !== 0;
  const isStill = container === "png" || container === "jpeg" || container === "webp";
  if (isStill) {
    return failing([
      [container !== "png" || !["rgb24", "rgba"].includes(format), `${container} ${format}`],
      [turned, "rotation"],
      [picture.space !== null, "colour profile"],
    ]);
  }
  if (container === "gif" || container === "apng") return [container];
  const aspect = stream.sample_aspect_ratio ?? { n: 1, d: 1 };
  const isVp9Alpha =
    picture.hasAlpha && picture.decoder === "libvpx-vp9" && container === "matroska";
  const formats: readonly Check[] = isVp9Alpha
    ? []
    : [
        [container !== "mov", `container ${container}`],
        [stream.codec_name !== "h264", `codec ${stream.codec_name}`],
        [format !== "yuv420p", `pixels ${format}`],
      ];
  const { colour } = picture;
  const primaries = stream.color_primaries ?? "unknown";
  return failing([
    ...formats,
    [colour.tagged && colour.matrix !== "bt709", `matrix ${colour.matrix}`],
    [colour.range === "pc", "full range"],
    [colour.transfer !== "sdr", "high dynamic range"],
    [!["unknown", "bt709"].includes(primaries), `primaries ${primaries}`],
    [axis.grid?.constant !== true, "variable frame rate"],
    [hasCoarseClock(stream, axis.grid), "a clock too coarse to seek by"],
    [scan.undated > 0, "frames without a time"],
    [Math.abs(axis.originS) > EXACT_S, "does not start at 0"],
    [Math.abs(probe.format.start_time ?? 0) > EXACT_S, "file does not start at 0"],
    [Math.abs((axis.grid?.firstS ?? 0) - axis.originS) > EXACT_S, "picture starts late"],
    [stream.nb_frames !== undefined && stream.nb_frames !== scan.ticks.length, "edit list"],
    [turned, "rotation"],
    [aspect.n !== aspect.d, `pixel aspect ${aspect.n}:${aspect.d}`],
    [picture.width !== stream.width || picture.height !== stream.height, "size"],
    [scan.sizes > 1, "size changes"],
    [picture.interlaced, "interlaced"],
    [scan.errors.length > 0, "decode errors"],
    [probe.programs.length > 1, "several programs"],
  ]);
}

const CLEAN_SOUND: Readonly<Record<string, RegExp>> = {
  mov: /^(aac|alac|pcm_s(16|24|32)(le|be))$/,
  wav: /^pcm_(s16le|s24le|f32le)$/,
  flac: /^flac$/,
};

/** Why the sound needs a conformed master; empty when it does not. */
export function soundReasons(
  measured: Measured,
  originS: number,
  kind: "video" | "audio" | "image",
): readonly string[] {
  const { sounds, container } = measured;
  const [sound] = sounds;
  if (sound === undefined || sound.scan === null) return [];
  if (sounds.length > 1) return ["several sounds"];
  const { stream, scan } = sound;
  const codecs = CLEAN_SOUND[container] ?? /^$/;
  return failing([
    [!codecs.test(stream.codec_name ?? ""), `sound ${container} ${stream.codec_name}`],
    [(stream.channels ?? 0) > 2, `${stream.channels} channels`],
    [stream.sample_rate !== 48_000, `sound at ${stream.sample_rate} Hz`],
    [Math.abs(scan.startS - originS) > EXACT_S, "sound starts off the picture"],
    [kind === "audio" && Math.abs(scan.startS) > EXACT_S, "sound starts late"],
    [scan.maxGapS > EXACT_S * 2, "gaps in the sound"],
    [scan.errors.length > 0, "decode errors in the sound"],
  ]);
}
