/**
 * Pure: what was claimed and what was measured become a refusal, or the facts of the master
 * and the work needed to get one. `reasons` says why the upload cannot serve as it is.
 */
import { FLICKS_PER_SECOND, framesToFlicks, ok, secondsToFlicks } from "@cutroom/timeline";
import type { MediaFacts, Rate, SoundName } from "@cutroom/timeline";
import { refused } from "../step-failure.ts";
import type { StepResult } from "../step-failure.ts";
import { pictureReasons, soundReasons } from "./cleanliness.ts";
import { alphaDecoder } from "./choose-streams.ts";
import type { IngestLimits } from "./choose-streams.ts";
import { sourceColour } from "./colour.ts";
import type { SourceColour } from "./colour.ts";
import { judgeDamage } from "./damage.ts";
import { frameGrid } from "./frame-grid.ts";
import type { FrameGrid } from "./frame-grid.ts";
import type { ProbeReport, ProbeStream } from "./probe.ts";
import type { AudioScan, VideoScan } from "./scan.ts";
import type { RgbSpace } from "./rgb-space.ts";
import { shownSize } from "./shown-size.ts";
import type { Container } from "./sniff.ts";
import { STILLS } from "./stills.ts";
import { isTextSubtitle, tagOf } from "./subtitles.ts";
import type { IngestWarning } from "@cutroom/domain";

export interface Measured {
  readonly container: Container;
  readonly probe: ProbeReport;
  readonly limits: IngestLimits;
  readonly video: { readonly stream: ProbeStream; readonly scan: VideoScan } | null;
  /** Those that can be decoded; where none can, the first alone, without a scan. */
  readonly sounds: readonly { readonly stream: ProbeStream; readonly scan: AudioScan | null }[];
  /** Some pixel of the picture is really see-through. */
  readonly transparent: boolean;
  /** By the profile in a still picture; null: sRGB. */
  readonly space: RgbSpace | null;
}

export interface PicturePlan {
  readonly streamIndex: number;
  readonly decoder: string | null;
  readonly rate: Rate;
  readonly frameCount: number;
  readonly width: number;
  readonly height: number;
  readonly colour: SourceColour;
  /** Null: what `colour` makes of it is sRGB. */
  readonly space: RgbSpace | null;
  readonly interlaced: boolean;
  readonly hasAlpha: boolean;
  /** The stream changes its size on the way. */
  readonly sizeChanges: boolean;
}

export interface SoundPlan extends SoundName {
  readonly streamIndex: number;
  readonly channels: number;
  /** At 48 kHz, counted from the asset's time 0. */
  readonly sampleCount: number;
}

export interface IngestPlan {
  readonly kind: MediaFacts["kind"];
  /** The file's own time that becomes time 0 of the asset, seconds. */
  readonly originS: number;
  readonly picture: PicturePlan | null;
  /** Every one becomes a stream of master and proxy, in this order. */
  readonly sounds: readonly SoundPlan[];
  /** Empty: the upload is its own master. */
  readonly reasons: readonly string[];
  readonly warnings: readonly IngestWarning[];
  /** Loudness is measured later. */
  readonly facts: MediaFacts;
}

/** Sound that leads the picture by no more than this is an encoder's delay, not content. */
const MAX_PRIMING_S = 0.05;
/** Sound that outlasts its announced end by no more than this is the codec's padding. */
const MAX_PADDING_S = 0.05;
/** The encoders' own limit, and far beyond any real picture. */
const MAX_SIDE = 16_384;

interface Axis {
  readonly grid: FrameGrid | null;
  readonly originS: number;
  readonly frameCount: number;
}

function axisOf(measured: Measured, grid: FrameGrid | null): Axis {
  const starts = measured.sounds.flatMap(({ scan }) => (scan === null ? [] : [scan.startS]));
  const soundStartS = Math.min(...starts);
  if (grid === null) return { grid, originS: starts.length > 0 ? soundStartS : 0, frameCount: 0 };
  const leadS = grid.firstS - soundStartS;
  const originS = leadS > MAX_PRIMING_S ? grid.firstS - leadS : grid.firstS;
  const lengthS = grid.firstS + grid.durationS - originS;
  const frameCount = Math.max(1, Math.round((lengthS * grid.rate.n) / grid.rate.d));
  return { grid, originS, frameCount };
}

function isInterlaced(video: NonNullable<Measured["video"]>): boolean {
  const order = video.stream.field_order ?? "progressive";
  const flagged = video.scan.interlaced > video.scan.ticks.length / 10;
  return flagged || ["tt", "bb", "tb", "bt"].includes(order);
}

function picturePlan(measured: Measured, axis: Axis): PicturePlan | null {
  const { video, container, transparent } = measured;
  if (video === null || axis.grid === null) return null;
  const isStill = STILLS.has(container);
  return {
    streamIndex: video.stream.index,
    decoder: alphaDecoder(video.stream),
    rate: axis.grid.rate,
    frameCount: isStill ? 1 : axis.frameCount,
    ...shownSize(video.stream, video.scan.rotationDeg, isStill),
    colour: sourceColour(video.stream),
    space: measured.space,
    interlaced: !isStill && isInterlaced(video),
    hasAlpha: transparent,
    sizeChanges: video.scan.sizes > 1,
  };
}

/** Codecs fill their last packet: neither a picture nor an announced length grows by that. */
function soundEndS(announced: number | undefined, axis: Axis, scan: AudioScan): number {
  const { rate } = axis.grid ?? {};
  const ends = [
    rate === undefined ? null : axis.originS + (axis.frameCount * rate.d) / rate.n,
    announced === undefined ? null : scan.startS + announced,
  ];
  const isPadding = (end: number | null): end is number =>
    end !== null && scan.endS > end && scan.endS - end <= MAX_PADDING_S;
  return ends.find(isPadding) ?? scan.endS;
}

function soundPlans(measured: Measured, axis: Axis): readonly SoundPlan[] {
  return measured.sounds.flatMap(({ stream, scan }) => {
    if (scan === null) return [];
    const endS = soundEndS(stream.duration, axis, scan);
    const sampleCount = Math.round((endS - axis.originS) * 48_000);
    if (sampleCount <= 0) return [];
    const name = { language: tagOf(stream, "language"), title: tagOf(stream, "title") };
    return [{ streamIndex: stream.index, channels: stream.channels ?? 2, sampleCount, ...name }];
  });
}

function warningsOf(
  measured: Measured,
  axis: Axis,
  picture: PicturePlan | null,
): readonly IngestWarning[] {
  const { streams } = measured.probe;
  const { sounds } = measured;
  const of = (type: string) => streams.filter((stream) => stream.codec_type === type).length;
  const claimed = measured.video?.stream.r_frame_rate;
  const reduced = claimed !== undefined && axis.grid !== null && !axis.grid.constant;
  const checks: readonly (readonly [boolean, IngestWarning])[] = [
    [picture !== null && axis.grid?.constant === false, "variable-frame-rate"],
    [reduced && claimed.n / claimed.d > 120 && claimed.n / claimed.d < 2_000, "frame-rate-reduced"],
    [picture?.interlaced === true, "deinterlaced"],
    [picture !== null && picture.colour.transfer !== "sdr", "tone-mapped"],
    [sounds.some(({ stream }) => (stream.channels ?? 0) > 2), "downmixed-to-stereo"],
    [of("audio") > Math.max(1, sounds.length), "other-audio-tracks-ignored"],
    [of("subtitle") > streams.filter(isTextSubtitle).length, "subtitles-ignored"],
    [sounds[0]?.scan === null, "sound-not-decodable"],
  ];
  return checks.filter(([holds]) => holds).map(([, code]) => code);
}

function factsOf(
  kind: MediaFacts["kind"],
  measured: Measured,
  plans: { picture: PicturePlan | null; sounds: readonly SoundPlan[]; conform: boolean },
): MediaFacts {
  const { picture, sounds, conform } = plans;
  const [sound] = sounds;
  const flicksOf = ({ sampleCount }: SoundPlan) => (sampleCount * FLICKS_PER_SECOND) / 48_000;
  const seenFor = picture === null ? 0 : framesToFlicks(picture.frameCount, picture.rate);
  const matrix = picture?.colour.matrix === "bt601" && !conform ? "bt601" : "bt709";
  return {
    kind,
    duration: kind === "image" ? 0 : Math.max(seenFor, ...sounds.map(flicksOf)),
    video:
      picture === null
        ? null
        : {
            width: picture.width,
            height: picture.height,
            rate: picture.rate,
            frameCount: picture.frameCount,
            hasAlpha: picture.hasAlpha,
            matrix,
            range: "tv",
          },
    audio:
      sound === undefined
        ? null
        : {
            sampleRate: conform ? 48_000 : (measured.sounds[0]?.stream.sample_rate ?? 48_000),
            channels: conform ? 2 : sound.channels,
            startsAt: secondsToFlicks(0),
            duration: flicksOf(sound),
            loudnessLufs: null,
          },
    ...(sounds.length > 1 && {
      sounds: sounds.map(({ language, title }) => ({ language, title })),
    }),
  };
}

function gridOf(measured: Measured): FrameGrid | null {
  const { video } = measured;
  if (video === null || video.scan.ticks.length === 0) return null;
  const claimed = [video.stream.r_frame_rate, video.stream.avg_frame_rate];
  return frameGrid(
    video.scan,
    video.stream.time_base ?? { n: 1, d: 1_000 },
    claimed.filter((rate) => rate !== undefined),
  );
}

/** Refusal, or the plan of ingest. A GIF or APNG of one frame is a still picture. */
export function classify(measured: Measured): StepResult<IngestPlan> {
  const damaged = judgeDamage(measured);
  if (!damaged.ok) return damaged;
  const { container, limits } = measured;
  const grid = gridOf(measured);
  const oneFrame = measured.video?.scan.ticks.length === 1;
  const isStill = STILLS.has(container) || (["gif", "apng"].includes(container) && oneFrame);
  const axis = axisOf(measured, grid);
  const picture = picturePlan(measured, axis);
  const sounds = isStill ? [] : soundPlans(measured, axis);
  if (picture === null && sounds.length === 0) return refused("CORRUPT", "nothing can be decoded");
  if (picture !== null) {
    const tooLarge =
      picture.width * picture.height > limits.max_pixels ||
      Math.max(picture.width, picture.height) > MAX_SIDE;
    if (tooLarge) return refused("PIXEL_LIMIT", `shown at ${picture.width}x${picture.height}`);
  }
  const kind = isStill ? "image" : picture === null ? "audio" : "video";
  const reasons = [
    ...(picture === null ? [] : pictureReasons(measured, picture, axis)),
    ...(sounds.length === 0 ? [] : soundReasons(measured, axis.originS, kind)),
  ];
  const facts = factsOf(kind, measured, { picture, sounds, conform: reasons.length > 0 });
  if (facts.duration / FLICKS_PER_SECOND > limits.max_duration_ms / 1_000) {
    return refused("DURATION_LIMIT", `${facts.duration / FLICKS_PER_SECOND} s`);
  }
  const warnings = warningsOf(measured, axis, isStill ? null : picture);
  return ok({
    kind,
    originS: axis.originS,
    picture,
    sounds,
    reasons,
    warnings: damaged.value === null ? warnings : [damaged.value, ...warnings],
    facts,
  });
}
