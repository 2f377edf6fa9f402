/** A project out of files laid end to end. */
import type { ProjectDocument, ProjectSettings } from "./document.ts";
import type { EditFailure } from "./failure-codes.ts";
import { ceilToFrame, frameLength } from "./frames.ts";
import type { VideoFacts } from "./media-facts.ts";
import { mediaClipFrom } from "./new-clips.ts";
import type { SourceAsset } from "./new-clips.ts";
import { newProject } from "./new-project.ts";
import { ok } from "./result.ts";
import type { Result } from "./result.ts";
import { clipEnd } from "./source.ts";
import type { Rate } from "./time.ts";
import { withChanges } from "./with-changes.ts";

const STANDARD_RATES: readonly Rate[] = [
  { n: 24_000, d: 1001 },
  { n: 24, d: 1 },
  { n: 25, d: 1 },
  { n: 30_000, d: 1001 },
  { n: 30, d: 1 },
  { n: 48, d: 1 },
  { n: 50, d: 1 },
  { n: 60_000, d: 1001 },
  { n: 60, d: 1 },
  { n: 90, d: 1 },
  { n: 100, d: 1 },
  { n: 120_000, d: 1001 },
  { n: 120, d: 1 },
  { n: 144, d: 1 },
];
const LARGEST = { width: 7680, height: 4320 };
const SMALLEST = 16;

/** The rate itself when a project can have it (T13), else the standard one that is nearest. */
function projectRate(fps: Rate): Rate {
  const perSecond = fps.n / fps.d;
  if (perSecond >= 10 && perSecond <= 144 && Number.isInteger(frameLength(fps))) return fps;
  const distance = (one: Rate) => Math.abs(one.n / one.d - perSecond);
  return STANDARD_RATES.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

function evenSize(length: number): number {
  return Math.max(SMALLEST, 2 * Math.floor(length / 2));
}

/** Size and rate that show the video as it is, as far as a project may have them. */
export function settingsFromVideo(
  video: VideoFacts,
): Pick<ProjectSettings, "width" | "height" | "rate"> {
  const shrink = Math.min(1, LARGEST.width / video.width, LARGEST.height / video.height);
  return {
    width: evenSize(video.width * shrink),
    height: evenSize(video.height * shrink),
    rate: projectRate(video.rate),
  };
}

/**
 * A new project with the assets one after the other: videos and stills on `video-1`, sound on
 * `audio-1`, both from 0. Clip ids are `clip-1`, `clip-2`, ... Size and rate are the first
 * video's unless `settings` say otherwise. Fails with `clip.too-short`.
 */
export function sequenceAssets(
  assets: readonly SourceAsset[],
  settings: {
    readonly [K in keyof ProjectSettings]?: ProjectSettings[K] | undefined;
  } = {},
): Result<ProjectDocument, EditFailure> {
  const first = assets.find((asset) => asset.facts.kind === "video")?.facts.video;
  const base = newProject(first ? settingsFromVideo(first) : {});
  const wanted = withChanges(base.settings, settings);
  const { rate } = wanted;
  const ends = new Map<string, number>();
  const clips: ProjectDocument["clips"] = {};
  for (const [index, asset] of assets.entries()) {
    const trackId = asset.facts.kind === "audio" ? "audio-1" : "video-1";
    const startFlicks = ceilToFrame(ends.get(trackId) ?? 0, rate);
    const clip = mediaClipFrom(asset, { id: `clip-${index + 1}`, trackId, startFlicks, rate });
    if (!clip.ok) return clip;
    clips[clip.value.id] = clip.value;
    ends.set(trackId, clipEnd(clip.value));
  }
  return ok({ ...base, settings: wanted, clips });
}
