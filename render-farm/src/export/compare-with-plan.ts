/** What a container says of itself against what the plan and the format's row want. */
import type { RenderPlan } from "@cutroom/compiler";
import { formatOf } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import type { ProbeReport, ProbeStream } from "../ingest/probe.ts";

/** Sound in packets of this many samples ends less than two of them late. */
const PACKETS: Readonly<Record<string, number>> = { aac: 1_024, mp3: 1_152, opus: 960 };
const SECONDS_OF_GIF_CLOCK = 0.01;

type Check = readonly [boolean, string];
type Rate = { readonly n: number; readonly d: number } | undefined;

const faultsOf = (checks: readonly Check[]) =>
  checks.filter(([holds]) => !holds).map(([, what]) => what);

const streamOf = (report: ProbeReport, kind: string) =>
  report.streams.find((stream) => stream.codec_type === kind);

function pictureChecks(plan: RenderPlan, video: ProbeStream, format: ExportFormat): Check[] {
  const { extension, video: codec } = formatOf(format);
  const layout = codec === "prores" ? "yuv422p10le" : "yuv420p";
  const frames = extension === "webm" ? video.nb_read_packets : video.nb_frames;
  const sameRate = (rate: Rate) =>
    rate !== undefined && rate.n * plan.rate.d === rate.d * plan.rate.n;
  return [
    [video.codec_name === codec, `${video.codec_name} picture`],
    [codec !== "hevc" || video.codec_tag_string === "hvc1", `tag ${video.codec_tag_string}`],
    [frames === plan.frameCount, `${frames} frames, not ${plan.frameCount}`],
    // Stamps in whole milliseconds do not tell a rate exactly.
    [plan.frameCount === 1 || extension === "webm" || sameRate(video.avg_frame_rate), "frame rate"],
    [video.width === plan.width && video.height === plan.height, "size"],
    [video.pix_fmt === layout, `pixels ${video.pix_fmt}`],
    [codec === "prores" || video.color_range === "tv", "range"],
    [video.color_space === "bt709" && video.color_transfer === "bt709", "colour tags"],
    [video.color_primaries === "bt709", "colour primaries"],
    [video.side_data_list.every((data) => data.rotation === undefined), "rotation"],
  ];
}

function soundChecks(
  plan: RenderPlan,
  audio: ProbeStream,
  seconds: number,
  format: ExportFormat,
): Check[] {
  const codec = formatOf(format).audio ?? "";
  const slack = 2 * (PACKETS[codec] ?? 0.5);
  const samples = seconds * plan.sampleRate;
  return [
    [audio.codec_name === codec, `${audio.codec_name} sound`],
    [Math.abs(samples - plan.sampleCount) < slack, `${samples} samples`],
    [audio.sample_rate === plan.sampleRate && audio.channels === 2, "sound format"],
  ];
}

/** Empty when they agree. The report must come with packets counted. */
export function compareWithPlan(
  plan: RenderPlan,
  report: ProbeReport,
  format: ExportFormat,
): string[] {
  const video = streamOf(report, "video");
  const audio = streamOf(report, "audio");
  const frameSeconds = plan.rate.d / plan.rate.n;
  const seconds = plan.frameCount * frameSeconds;
  const whole = report.format.duration ?? 0;
  const { media, extension } = formatOf(format);
  if (media === "sound") {
    if (audio === undefined || video !== undefined) return ["it is not one sound"];
    return faultsOf(soundChecks(plan, audio, audio.duration ?? 0, format));
  }
  if (media === "still") {
    const fits = video?.width === plan.width && video.height === plan.height;
    return faultsOf([[fits && video.codec_name === "png", "not the still of the plan's size"]]);
  }
  if (media === "animation") {
    const fits = video?.width === plan.width && video.height === plan.height;
    return faultsOf([
      [fits && video.codec_name === "gif", "not an animation of the plan's size"],
      [video?.nb_read_packets === plan.frameCount, `${video?.nb_read_packets} frames`],
      [Math.abs(whole - seconds) < 2 * SECONDS_OF_GIF_CLOCK, `lasts ${whole} s`],
    ]);
  }
  if (video === undefined || audio === undefined) return ["picture or sound is missing"];
  // Matroska keeps one length for all of its streams.
  const lasts = extension === "webm" ? whole : (video.duration ?? 0);
  const heard = extension === "webm" ? whole : (audio.duration ?? 0);
  const slack = extension === "webm" ? 0.03 : frameSeconds / 2;
  return faultsOf([
    ...pictureChecks(plan, video, format),
    [Math.abs(lasts - seconds) < slack, `lasts ${lasts} s`],
    ...soundChecks(plan, audio, heard, format),
  ]);
}
