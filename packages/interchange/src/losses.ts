/** What of a document a format does not say, counted before anything is saved. */
import { DEFAULT_TRANSFORM, LOOK_FIELDS, PLAIN_LOOK, flatten, isCompound } from "@cutroom/timeline";
import type { Clip, MediaClip, PictureLook, PlainClip, ProjectDocument } from "@cutroom/timeline";
import type { InterchangeFormat } from "./formats.ts";
import { mainTrack, soundTrack } from "./main-track.ts";

export const LOSS_CODES = [
  "tracks",
  "titles",
  "title-styles",
  "shapes",
  "captions",
  "keyframes",
  "ramps",
  "sounds",
  "pitches",
  "masks",
  "looks",
  "blends",
  "placements",
  "fades",
  "gains",
  "pans",
  "ducking",
  "transitions",
  "transition-kinds",
  "markers",
  "links",
  "groups",
  "background",
  "compounds",
] as const;
export type LossCode = (typeof LOSS_CODES)[number];

export interface Loss {
  readonly code: LossCode;
  /** How many clips, tracks, cuts or markers it touches. */
  readonly count: number;
}

const isPlain = (clip: Clip): clip is PlainClip => !isCompound(clip);
const isMedia = (clip: Clip): clip is MediaClip => clip.kind === "media";
const clipsOf = (document: ProjectDocument) => Object.values(document.clips).filter(isPlain);
const mediaOf = (document: ProjectDocument) => clipsOf(document).filter(isMedia);
const tracksOf = (document: ProjectDocument) => Object.values(document.tracks);

const isMask = (field: string) => field.startsWith("mask");
const OWN_FIELDS = Object.keys(PLAIN_LOOK) as (keyof PictureLook)[];

function hasLook({ look, keys }: MediaClip): boolean {
  return (
    LOOK_FIELDS.some((field) => !isMask(field) && keys?.[field] !== undefined) ||
    (look !== undefined &&
      OWN_FIELDS.some(
        (field) => !isMask(field) && look[field] !== undefined && look[field] !== PLAIN_LOOK[field],
      ))
  );
}

function isPlaced({ transform, opacity }: PlainClip): boolean {
  const { x, y, scale, rotationDeg } = DEFAULT_TRANSFORM;
  return (
    opacity !== 1 ||
    transform.x !== x ||
    transform.y !== y ||
    transform.scale !== scale ||
    transform.rotationDeg !== rotationDeg
  );
}

function hasFade(clip: PlainClip): boolean {
  const sound = isMedia(clip) ? clip.audio.fadeIn + clip.audio.fadeOut : 0;
  return clip.fadeIn + clip.fadeOut + sound > 0;
}

function hasKeys(clip: PlainClip): boolean {
  return (
    (clip.kind !== "caption" && clip.keys !== undefined) ||
    (isMedia(clip) && clip.audio.gainKeys !== undefined)
  );
}

/** Transitions whose clips lie on a track that a format has them for. */
function onMainTrack(document: ProjectDocument, leftClipId: string): boolean {
  return document.clips[leftClipId]?.trackId === mainTrack(document)?.id;
}

const count = <T>(values: readonly T[], has: (value: T) => boolean) => values.filter(has).length;

const COUNTS: Readonly<Record<LossCode, (document: ProjectDocument) => number>> = {
  tracks: (document) => {
    const kept = new Set([mainTrack(document)?.id, soundTrack(document)?.id]);
    const filled = new Set(mediaOf(document).map((clip) => clip.trackId));
    return count([...filled], (id) => !kept.has(id));
  },
  titles: (document) => count(clipsOf(document), (clip) => clip.kind === "text"),
  "title-styles": (document) =>
    count(
      clipsOf(document),
      (clip) =>
        clip.kind === "text" &&
        (clip.style.boxColour !== null || clip.style.outlineColour !== null),
    ),
  shapes: (document) => count(clipsOf(document), (clip) => clip.kind === "shape"),
  captions: (document) => count(clipsOf(document), (clip) => clip.kind === "caption"),
  keyframes: (document) => count(clipsOf(document), hasKeys),
  ramps: (document) => count(mediaOf(document), (clip) => clip.speedKeys !== undefined),
  sounds: (document) => count(mediaOf(document), ({ audio }) => (audio.stream ?? 0) > 0),
  pitches: (document) => count(mediaOf(document), ({ audio }) => audio.pitch !== undefined),
  masks: (document) =>
    count(mediaOf(document), ({ look }) => (look?.maskShape ?? "none") !== "none"),
  looks: (document) => count(mediaOf(document), hasLook),
  blends: (document) =>
    count(clipsOf(document), (clip) => clip.kind !== "caption" && clip.blend !== undefined),
  placements: (document) => count(clipsOf(document), isPlaced),
  fades: (document) => count(clipsOf(document), hasFade),
  gains: (document) =>
    count(mediaOf(document), ({ audio }) => audio.gainDb !== 0) +
    count(tracksOf(document), ({ gainDb = 0 }) => gainDb !== 0),
  pans: (document) =>
    count(mediaOf(document), ({ audio }) => (audio.pan ?? 0) !== 0) +
    count(tracksOf(document), ({ pan = 0 }) => pan !== 0),
  ducking: (document) => count(tracksOf(document), (track) => track.ducking !== undefined),
  transitions: (document) =>
    count(Object.values(document.transitions), (one) => !onMainTrack(document, one.leftClipId)),
  "transition-kinds": (document) =>
    count(
      Object.values(document.transitions),
      (one) => one.kind !== "crossfade" && onMainTrack(document, one.leftClipId),
    ),
  markers: (document) => Object.keys(document.markers).length,
  links: (document) => new Set(clipsOf(document).flatMap((clip) => clip.linkId ?? [])).size,
  groups: (document) => new Set(clipsOf(document).flatMap(({ groupId }) => groupId ?? [])).size,
  background: (document) => (document.settings.background === "#000000" ? 0 : 1),
  compounds: (document) => count(Object.values(document.clips), isCompound),
};

function allBut(...said: readonly LossCode[]): readonly LossCode[] {
  const known = new Set(said);
  return LOSS_CODES.filter((code) => !known.has(code));
}

/** OpenTimelineIO keeps all of these in its metadata, where only we look for them. */
const UNSAID: Readonly<Record<InterchangeFormat, readonly LossCode[]>> = {
  json: [],
  otio: allBut("tracks", "transitions", "markers"),
  fcpxml: allBut("tracks", "titles", "pitches", "placements", "gains", "markers"),
  edl: allBut("title-styles"),
};

/**
 * What other programs will not read from the file, in the order of `LOSS_CODES`; empty when
 * the file says everything. Of `otio` nothing is lost on the way back to us.
 */
export function lossesOf(document: ProjectDocument, format: InterchangeFormat): Loss[] {
  // Files have the contents of compound clips in their place.
  const written = flatten(document);
  return UNSAID[format]
    .map((code) => ({ code, count: COUNTS[code](code === "compounds" ? document : written) }))
    .filter((loss) => loss.count > 0);
}
