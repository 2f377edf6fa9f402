/** Clips as they are before anyone has changed them. */
import type { MediaClip, ShapeClip, TextClip, TextStyle } from "./document.ts";
import type { EditFailure } from "./failure-codes.ts";
import { floorToFrame, frameLength, wholeFrames } from "./frames.ts";
import type { MediaFacts } from "./media-facts.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";
import { DEFAULT_SHAPE_STYLE } from "./shape.ts";
import type { ShapeStyle } from "./shape.ts";
import { FLICKS_PER_SECOND, framesToFlicks, snapToFrame } from "./time.ts";
import type { Flicks, Rate } from "./time.ts";
import type { Transform } from "./transform.ts";

/** An asset that ingest has finished with. */
export interface SourceAsset {
  readonly assetId: string;
  /** sha256 of the asset's bytes, in hexadecimal. */
  readonly checksum: string;
  readonly name: string;
  readonly facts: MediaFacts;
}

export interface ClipPlace {
  readonly id: string;
  readonly trackId: string;
  /** Moved to the nearest frame of `rate`. */
  readonly startFlicks: Flicks;
  /** The project's. */
  readonly rate: Rate;
}

/** How long a still or a title is at first. */
export const DEFAULT_STILL_FLICKS = 5 * FLICKS_PER_SECOND;

export const DEFAULT_TRANSFORM: Transform = { x: 0, y: 0, scale: 1, rotationDeg: 0 };

export const DEFAULT_TEXT_STYLE: TextStyle = {
  size: 0.08,
  weight: 600,
  colour: "#ffffff",
  align: "center",
  lineHeight: 1.2,
  outlineColour: null,
  outlineWidth: 0,
  boxColour: null,
  boxOpacity: 1,
  shadow: true,
};

const PICTURE = { transform: DEFAULT_TRANSFORM, opacity: 1, fadeIn: 0, fadeOut: 0 };

/** What the source has to give: a picture's own frames count even when its sound is shorter. */
function sourceLength({ duration, video }: MediaFacts): Flicks {
  return video ? Math.max(duration, framesToFlicks(video.frameCount, video.rate)) : duration;
}

/**
 * A clip of the whole asset. A picture's length is cut to whole project frames, sound keeps
 * every sample, a still lasts 5 s. Fails with `clip.too-short` when that is less than a frame.
 */
export function mediaClipFrom(
  asset: SourceAsset,
  place: ClipPlace,
): Result<MediaClip, EditFailure> {
  const { kind } = asset.facts;
  const { rate } = place;
  const length = kind === "image" ? DEFAULT_STILL_FLICKS : sourceLength(asset.facts);
  const duration = kind === "audio" ? length : floorToFrame(length, rate);
  if (kind === "lut" || duration < frameLength(rate))
    return fail("clip.too-short", { assetId: asset.assetId });
  return ok({
    kind: "media",
    id: place.id,
    trackId: place.trackId,
    name: asset.name.slice(0, 300),
    start: snapToFrame(place.startFlicks, rate),
    duration,
    linkId: null,
    assetId: asset.assetId,
    checksum: asset.checksum,
    mediaKind: kind,
    sourceDuration: kind === "image" ? null : length,
    sourceStart: 0,
    speed: { n: 1, d: 1 },
    ...PICTURE,
    audio: { gainDb: 0, muted: false, fadeIn: 0, fadeOut: 0 },
  });
}

/** A title in the default style, 5 s long unless told otherwise, one frame at least. */
export function textClipFrom(
  place: ClipPlace & { readonly text: string; readonly durationFlicks?: Flicks },
): TextClip {
  return {
    kind: "text",
    ...placedAt(place, place.text.replaceAll(/\s+/g, " ")),
    text: place.text,
    style: DEFAULT_TEXT_STYLE,
    ...PICTURE,
  };
}

/** A shape that is the default one but for `shape`, as long as a title is. */
export function shapeClipFrom(
  place: ClipPlace & {
    readonly name: string;
    readonly shape: Partial<ShapeStyle>;
    readonly durationFlicks?: Flicks;
  },
): ShapeClip {
  return {
    kind: "shape",
    ...placedAt(place, place.name),
    shape: { ...DEFAULT_SHAPE_STYLE, ...place.shape },
    ...PICTURE,
  };
}

/** 5 s long unless told otherwise, one frame at least. */
function placedAt(place: ClipPlace & { readonly durationFlicks?: Flicks }, name: string) {
  const { id, trackId, rate, durationFlicks = DEFAULT_STILL_FLICKS } = place;
  return {
    id,
    trackId,
    name: name.slice(0, 300),
    start: snapToFrame(place.startFlicks, rate),
    duration: Math.max(frameLength(rate), wholeFrames(durationFlicks, rate)),
    linkId: null,
  };
}
