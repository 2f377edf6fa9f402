/** One clip of a template with the film, still or sound that was chosen for it. */
import { takesOf } from "../autocut/takes.ts";
import type { MediaClip, ProjectSettings } from "../document.ts";
import { ceilToFrame, floorToFrame } from "../frames.ts";
import { KEYED_FIELDS } from "../keys.ts";
import { changedLook } from "../look.ts";
import { mediaClipFrom } from "../new-clips.ts";
import type { SourceAsset } from "../new-clips.ts";
import { sourceSpan, timelineSpan, withFittingFades } from "../source.ts";
import type { Flicks, Rate } from "../time.ts";
import { transform } from "../transform.ts";
import type { MediaSlot } from "./template.ts";

/** What a film or a sound has to give; null when that is less than a frame, or a still. */
export function lengthOf(source: SourceAsset, fps: Rate): Flicks | null {
  const whole = mediaClipFrom(source, { id: "whole", trackId: "any", startFlicks: 0, rate: fps });
  return whole.ok ? whole.value.sourceDuration : null;
}

/** The longest stretch that `takesOf` finds worth showing; of equals the first. */
export function bestTake(source: SourceAsset): { readonly start: Flicks; readonly end: Flicks } {
  const takes = takesOf(source);
  return takes.reduce(
    (best, take) => (take.end - take.start > best.end - best.start ? take : best),
    takes[0] ?? { start: 0, end: 0 },
  );
}

/** The middle of the best stretch, or of the whole film where that is too short. */
function startInSource(source: SourceAsset, length: Flicks, span: Flicks, fps: Rate): Flicks {
  const best = bestTake(source);
  const { start, end } = best.end - best.start >= span ? best : { start: 0, end: length };
  const latest = Math.max(0, Math.floor(Math.min(end, length) - span));
  return Math.min(ceilToFrame(start + Math.max(0, latest - start) / 2, fps), latest);
}

const SPEED_STEPS = 1_000;
/** Of `SPEED_STEPS`: rule T15 allows no slower speed. */
const LEAST_STEPS = 10;

/** The clip's speed, or one down to half of it at which `length` lasts for the whole clip. */
function slowedSpeed({ speed, duration }: MediaClip, length: Flicks): Rate {
  if (sourceSpan(duration, speed) <= length) return speed;
  const wanted = Math.max(length / duration, speed.n / speed.d / 2);
  return { n: Math.max(LEAST_STEPS, Math.floor(SPEED_STEPS * wanted)), d: SPEED_STEPS };
}

/** The stretch of the film that the clip shows; shorter than the place only below half speed. */
function withSource(clip: MediaClip, source: SourceAsset, fps: Rate): MediaClip {
  const { kind } = source.facts;
  if (kind === "lut") throw new Error("a slot takes what is seen or heard");
  const chosen = {
    ...clip,
    name: source.name.slice(0, 300),
    assetId: source.assetId,
    checksum: source.checksum,
    mediaKind: kind,
  };
  const length = lengthOf(source, fps);
  if (kind === "image" || length === null) {
    return { ...chosen, sourceDuration: null, sourceStart: 0 };
  }
  const speed = kind === "video" ? slowedSpeed(clip, length) : clip.speed;
  const room = timelineSpan(length, speed);
  const whole = kind === "audio" ? room : floorToFrame(room, fps);
  const duration = Math.min(clip.duration, whole);
  const span = sourceSpan(duration, speed);
  const sourceStart = kind === "audio" ? 0 : startInSource(source, length, span, fps);
  return { ...chosen, speed, duration, sourceDuration: length, sourceStart };
}

function scaled(clip: MediaClip, factor: number): MediaClip {
  const most = transform.shape.scale.maxValue ?? Number.POSITIVE_INFINITY;
  const times = (scale: number) => Math.min(most, scale * factor);
  const { keys } = clip;
  const moved = { ...clip, transform: { ...clip.transform, scale: times(clip.transform.scale) } };
  if (keys === undefined) return moved;
  const tracks = KEYED_FIELDS.flatMap((field) => {
    const track = keys[field];
    if (track === undefined) return [];
    const grown = track.map((key) => ({ ...key, value: times(key.value) }));
    return [[field, field === "scale" ? grown : track] as const];
  });
  return { ...moved, keys: Object.fromEntries(tracks) };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How much larger than whole inside the frame a picture must be to fill it. */
export function coverScale(picture: Size, frame: Size): number {
  const ratios = [frame.width / picture.width, frame.height / picture.height];
  return Math.max(...ratios) / Math.min(...ratios);
}

/** The most that `look` lets cut away at one edge. */
const MOST_CROP = 0.95;

/** Crops of a place are shares of the frame; those of a picture that hangs over, of the picture. */
function croppedAsFrame(clip: MediaClip, shown: Size): MediaClip {
  const { look, ...rest } = clip;
  if (look === undefined) return clip;
  const crop = (edge: number, share: number) =>
    edge === 0 ? 0 : Math.min(MOST_CROP, (1 - share) / 2 + edge * share);
  const changed = changedLook(look, {
    cropLeft: crop(look.cropLeft, shown.width),
    cropRight: crop(look.cropRight, shown.width),
    cropTop: crop(look.cropTop, shown.height),
    cropBottom: crop(look.cropBottom, shown.height),
  });
  return changed === null ? rest : { ...rest, look: changed };
}

/** Fills the frame: larger by so much, with the crop that the place had. */
function covering(clip: MediaClip, source: SourceAsset, frame: Size): MediaClip {
  const picture = source.facts.video;
  if (picture === null) return clip;
  const factor = coverScale(picture, frame);
  const fit = Math.min(frame.width / picture.width, frame.height / picture.height) * factor;
  const shown = {
    width: frame.width / (picture.width * fit),
    height: frame.height / (picture.height * fit),
  };
  return croppedAsFrame(scaled(clip, factor), shown);
}

/** The clip of the template, filled. The source is of the slot's kind and lasts a frame. */
export function fitSlot(
  clip: MediaClip,
  slot: MediaSlot,
  source: SourceAsset,
  settings: ProjectSettings,
): MediaClip {
  const filled = withSource(clip, source, settings.rate);
  const placed = slot.cover ? covering(filled, source, settings) : filled;
  const fitted = withFittingFades(placed);
  return fitted.kind === "media" ? fitted : placed;
}
