/**
 * The project document: everything an edit may change, and nothing else. The zod schema is
 * the type. Entities live in flat maps by id, so that an edit is a handful of "set this path"
 * operations (see patch.ts) and two edits of different clips never touch the same path.
 *
 * All times are flicks. All geometry is relative to the project frame, never pixels of a
 * proxy: x and y are offsets of the picture's centre from the frame's centre in frame widths
 * and heights, and scale 1 fits the picture inside the frame.
 */
import { z } from "zod";
import { blendMode } from "./blend.ts";
import { captionPlacement, captionWord } from "./captions/caption.ts";
import { gainDb, gainKeys } from "./gain-keys.ts";
import { pictureKeys, poseKeys } from "./keys.ts";
import { pictureLook } from "./look.ts";
import { MAX_SOUNDS } from "./media-facts.ts";
import { shapeStyle } from "./shape.ts";
import { speedKeys } from "./speed-ramp.ts";
import { flicks, rate } from "./time.ts";
import { trackSound } from "./track-sound.ts";
import { take } from "./takes.ts";
import { opacity, transform } from "./transform.ts";
import { TRANSITION_KINDS } from "./transition-kinds.ts";

export const SCHEMA_VERSION = 1;

/** Names that every object has, such as `constructor`, would be found where no entity is. */
export const entityId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .refine((id) => !(id in Object.prototype));
const colour = z.string().regex(/^#[0-9a-f]{6}$/);
const span = { start: flicks.nonnegative(), duration: flicks.positive() };

/** What every clip that makes a picture carries. Fades are lengths from the clip's edges. */
const picture = {
  transform,
  opacity,
  fadeIn: flicks.nonnegative(),
  fadeOut: flicks.nonnegative(),
};

export const clipAudio = z.strictObject({
  gainDb,
  muted: z.boolean(),
  fadeIn: flicks.nonnegative(),
  fadeOut: flicks.nonnegative(),
  /** Which sound of a file that has several; absent, or not in the file: the first, 0. */
  stream: z
    .int()
    .min(0)
    .max(MAX_SOUNDS - 1)
    .exactOptional(),
  /** -1: left, 1: right; absent: in the middle. */
  pan: z.number().min(-1).max(1).exactOptional(),
  /** Of a clip at another speed: goes with it, as a tape does; absent: is kept. */
  pitch: z.literal("follows").exactOptional(),
  /** In place of `gainDb`; absent: it stays the same. */
  gainKeys: gainKeys.min(1).exactOptional(),
});
export type ClipAudio = z.infer<typeof clipAudio>;

const clipCommon = {
  id: entityId,
  trackId: entityId,
  name: z.string().max(300),
  ...span,
  /** Clips with the same link group move and trim together. */
  linkId: entityId.nullable(),
  /** Clips of one group are selected together, whatever else they are; absent: in none. */
  groupId: entityId.exactOptional(),
};

/**
 * A stretch of an asset. `sourceStart` is where it begins in the asset, whichever way it runs;
 * the clip reads `duration * speed` of it, or the integral of its ramp. A video clip carries its own sound.
 */
export const mediaClip = z.strictObject({
  kind: z.literal("media"),
  ...clipCommon,
  assetId: z.string().min(1).max(64),
  /** sha256 of the asset's bytes: an export is bound to it. Until they are there, see placeholder.ts. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
  mediaKind: z.enum(["video", "image", "audio"]),
  /** What the source has to give; null for a still, which has no end. */
  sourceDuration: flicks.positive().nullable(),
  sourceStart: flicks.nonnegative(),
  speed: rate,
  /** In per cent of `speed`, over the clip's time; absent: the same throughout. */
  speedKeys: speedKeys.min(1).exactOptional(),
  /** Backwards: what it reads is the same, and its end comes first. Absent: forwards. */
  reversed: z.literal(true).exactOptional(),
  /** Which time of its source lay at 0 of the timeline when it was linked (sync.ts); absent: not known. */
  linkedSource: z.int().exactOptional(),
  /** Holds the frame at `sourceStart`, in silence. Absent: it runs. */
  frozen: z.literal(true).exactOptional(),
  ...picture,
  /** Absent: nothing changes over its time. */
  keys: pictureKeys.exactOptional(),
  /** Absent: normal. */
  blend: blendMode.exclude(["normal"]).exactOptional(),
  /** Absent: as shot. Only pictures have one. */
  look: pictureLook.exactOptional(),
  audio: clipAudio,
  /** Every file that was made for it, oldest first; absent: there was only this one. */
  takes: z.array(take).min(1).max(100).exactOptional(),
});
export type MediaClip = z.infer<typeof mediaClip>;

export const textStyle = z.strictObject({
  /** Height of one line's em box as a share of the frame's height. */
  size: z.number().min(0.005).max(1),
  weight: z.union([z.literal(400), z.literal(600), z.literal(700)]),
  colour,
  align: z.enum(["left", "center", "right"]),
  lineHeight: z.number().min(0.5).max(4),
  outlineColour: colour.nullable(),
  /** Share of the em box. */
  outlineWidth: z.number().min(0).max(0.5),
  boxColour: colour.nullable(),
  boxOpacity: z.number().min(0).max(1),
  shadow: z.boolean(),
});
export type TextStyle = z.infer<typeof textStyle>;

export const textClip = z.strictObject({
  kind: z.literal("text"),
  ...clipCommon,
  text: z.string().max(5_000),
  style: textStyle,
  ...picture,
  keys: poseKeys.exactOptional(),
  blend: blendMode.exclude(["normal"]).exactOptional(),
});
export type TextClip = z.infer<typeof textClip>;

export const shapeClip = z.strictObject({
  kind: z.literal("shape"),
  ...clipCommon,
  shape: shapeStyle,
  ...picture,
  keys: poseKeys.exactOptional(),
  blend: blendMode.exclude(["normal"]).exactOptional(),
});
export type ShapeClip = z.infer<typeof shapeClip>;

export const captionStyle = textStyle.extend(captionPlacement);
export type CaptionStyle = z.infer<typeof captionStyle>;

/** One cue of a caption track, in the track's style; `transform` moves it from its place. */
export const captionClip = z.strictObject({
  kind: z.literal("caption"),
  ...clipCommon,
  text: z.string().max(5_000),
  /** In order; absent: nobody has timed the words. */
  words: z.array(captionWord).min(1).max(200).exactOptional(),
  ...picture,
});
export type CaptionClip = z.infer<typeof captionClip>;

/**
 * A stretch of a sequence as one clip: what lies inside from `sourceStart` on, and nothing where the
 * sequence has ended. It has no picture of its own; its sound is on top of what is inside.
 */
export const compoundClip = z.strictObject({
  kind: z.literal("compound"),
  ...clipCommon,
  sequenceId: entityId,
  sourceStart: flicks.nonnegative(),
  audio: z.strictObject({ gainDb, muted: z.boolean() }),
});
export type CompoundClip = z.infer<typeof compoundClip>;

export const clip = z.discriminatedUnion("kind", [
  mediaClip,
  textClip,
  shapeClip,
  captionClip,
  compoundClip,
]);
export type Clip = z.infer<typeof clip>;
/** Any but a compound clip: what has a picture or a sound of its own. */
export type PlainClip = Exclude<Clip, CompoundClip>;

export const TRACK_KINDS = ["video", "overlay", "text", "audio", "caption"] as const;
export const track = z.strictObject({
  id: entityId,
  kind: z.enum(TRACK_KINDS),
  name: z.string().max(120),
  muted: z.boolean(),
  solo: z.boolean(),
  locked: z.boolean(),
  hidden: z.boolean(),
  /** Ripples of other tracks leave it where it is; absent: it follows them. */
  follows: z.literal(false).exactOptional(),
  /** Of a caption track only; absent: the default one. */
  captionStyle: captionStyle.exactOptional(),
  ...trackSound,
});
export type TrackKind = (typeof TRACK_KINDS)[number];
export type Track = z.infer<typeof track>;

/**
 * Between two clips of one track that touch. Centred on the cut: the left clip runs on for
 * half of `duration` and the right one starts half of it earlier, out of their handles.
 */
export const transition = z.strictObject({
  id: entityId,
  kind: z.enum(TRANSITION_KINDS),
  leftClipId: entityId,
  rightClipId: entityId,
  duration: flicks.positive(),
});
export type Transition = z.infer<typeof transition>;

export const marker = z.strictObject({
  id: entityId,
  at: flicks.nonnegative(),
  name: z.string().max(300),
  colour,
  /** Absent: the name says everything. */
  note: z.string().min(1).max(2_000).exactOptional(),
});
export type Marker = z.infer<typeof marker>;

export const projectSettings = z.strictObject({
  width: z.int().min(16).max(7680).multipleOf(2),
  height: z.int().min(16).max(4320).multipleOf(2),
  rate,
  sampleRate: z.literal(48_000),
  background: colour,
});
export type ProjectSettings = z.infer<typeof projectSettings>;

/** Tracks and what lies on them, from 0 on. */
const sequenceShape = {
  /** Bottom to top: a later track is drawn over an earlier one. */
  trackOrder: z.array(entityId).max(200),
  tracks: z.record(entityId, track),
  clips: z.record(entityId, clip),
  transitions: z.record(entityId, transition),
  markers: z.record(entityId, marker),
};

/** What compound clips show; ids are unique within it. */
export const sequence = z.strictObject(sequenceShape);
export type Sequence = z.infer<typeof sequence>;

export const projectDocument = z.strictObject({
  schemaVersion: z.literal(SCHEMA_VERSION),
  settings: projectSettings,
  ...sequenceShape,
  /** By id; absent: there never was a compound clip. One that no clip shows any more may be pasted. */
  sequences: z.record(entityId, sequence).exactOptional(),
});
export type ProjectDocument = z.infer<typeof projectDocument>;
