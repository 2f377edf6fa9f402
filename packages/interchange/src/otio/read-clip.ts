/** One clip of a file as a clip of ours. */
import { DEFAULT_TRANSFORM, clip as clipShape, frameLength, isCompound } from "@cutroom/timeline";
import type { Clip, Flicks, MediaClip, PlainClip, Rate } from "@cutroom/timeline";
import type { NoteBook } from "../import-result.ts";
import { lengthOf } from "./match-media.ts";
import type { MediaMatch, MediaMatcher } from "./match-media.ts";
import { flicksOf } from "./rational.ts";
import { ours, referenceOf } from "./shape.ts";
import type { ClipItem, Reference } from "./shape.ts";
import { runOf } from "./speed.ts";
import type { Run } from "./speed.ts";

export interface ClipPlace {
  readonly id: string;
  readonly trackId: string;
  readonly isSoundTrack: boolean;
  readonly start: Flicks;
  readonly duration: Flicks;
  readonly rate: Rate;
}

export interface ReadClip {
  readonly matcher: MediaMatcher;
  readonly notes: NoteBook;
}

/** The clip that we wrote there; null when the file is not ours or was changed beyond reading. */
function ownClip(item: ClipItem): PlainClip | null {
  const parsed = clipShape.safeParse(ours(item)["clip"]);
  return parsed.success && !isCompound(parsed.data) ? parsed.data : null;
}

/** Where in the file the clip begins: files of cameras count from their own timecode. */
function sourceStart(item: ClipItem, reference: Reference): Flicks {
  const range = item.source_range ?? reference.available_range;
  if (!range) return 0;
  const first = reference.available_range?.start_time;
  return Math.max(0, flicksOf(range.start_time) - (first ? flicksOf(first) : 0));
}

/** Fades that a shorter clip has no room for are gone, as are words that are not said any more. */
function fitted<T extends PlainClip>(clip: T, place: ClipPlace): T {
  const { start, duration, trackId, id } = place;
  const placed = { ...clip, id, trackId, start, duration };
  if (placed.fadeIn + placed.fadeOut > duration) Object.assign(placed, { fadeIn: 0, fadeOut: 0 });
  if (placed.kind === "media" && placed.audio.fadeIn + placed.audio.fadeOut > duration) {
    placed.audio = { ...placed.audio, fadeIn: 0, fadeOut: 0 };
  }
  if (placed.kind === "caption" && (placed.words?.at(-1)?.at ?? 0) >= duration) {
    delete placed.words;
  }
  return placed;
}

function kindOf(facts: MediaMatch["facts"], reference: Reference, isSound: boolean) {
  if (isSound) return "audio" as const;
  if (facts?.kind === "video" || facts?.kind === "image") return facts.kind;
  return ours(reference)["mediaKind"] === "image" ? ("image" as const) : ("video" as const);
}

/** The file's length; of one that is not here, as long as the clip needs at least. */
function sourceDuration(match: MediaMatch, reference: Reference, end: Flicks): Flicks {
  if (match.facts !== null) return lengthOf(match.facts);
  const announced = reference.available_range?.duration;
  return Math.max(end, announced ? flicksOf(announced) : 0, 1);
}

/** A clip of media; null for one without a file, as a generator's. */
function mediaClip(item: ClipItem, place: ClipPlace, reading: ReadClip): MediaClip | null {
  const reference = referenceOf(item);
  if (reference === null || reference.OTIO_SCHEMA.startsWith("GeneratorReference")) return null;
  const own = ownClip(item);
  const kept = own?.kind === "media" ? own : null;
  const run = runOf(item, kept, reading.notes);
  const { speed } = run;
  const start = sourceStart(item, reference);
  const end = start + Math.floor((place.duration * speed.n) / speed.d);
  const name = (item.name ?? "").slice(0, 300);
  const still = ours(reference)["mediaKind"] === "image";
  const match = reading.matcher.match(reference, name, still ? 0 : end);
  const mediaKind = kindOf(match.facts, reference, place.isSoundTrack);
  const isStill = mediaKind === "image";
  const base: MediaClip = kept
    ? stillTrue(kept, { match, matcher: reading.matcher, duration: place.duration, run })
    : {
        kind: "media",
        id: place.id,
        trackId: place.trackId,
        name: name === "" ? match.name.slice(0, 300) : name,
        start: place.start,
        duration: place.duration,
        linkId: null,
        assetId: match.assetId,
        checksum: match.checksum,
        mediaKind,
        sourceDuration: null,
        sourceStart: start,
        speed,
        transform: DEFAULT_TRANSFORM,
        opacity: 1,
        fadeIn: 0,
        fadeOut: 0,
        audio: { gainDb: 0, muted: false, fadeIn: 0, fadeOut: 0 },
      };
  const { assetId, checksum } = match;
  if (isStill) {
    return fitted({ ...base, assetId, checksum, mediaKind, sourceDuration: null }, place);
  }
  const source = { sourceStart: start, sourceDuration: sourceDuration(match, reference, end) };
  return fitted({ ...base, assetId, checksum, mediaKind, ...source, ...run }, place);
}

/** Takes are files as well, and a ramp is for one length: what does not hold any more is gone. */
function stillTrue(
  clip: MediaClip,
  now: {
    readonly match: MediaMatch;
    readonly matcher: MediaMatcher;
    readonly duration: Flicks;
    readonly run: Run;
  },
): MediaClip {
  const { takes, speedKeys, reversed: _reversed, frozen: _frozen, ...rest } = clip;
  const sameFile = now.match.assetId === clip.assetId;
  const keepsTakes = takes?.every((one) => now.matcher.has(one.assetId, one.checksum)) === true;
  const { n, d } = now.run.speed;
  const sameRun = now.duration === clip.duration && n === clip.speed.n && d === clip.speed.d;
  return {
    ...rest,
    ...(takes && sameFile && keepsTakes ? { takes } : {}),
    ...(speedKeys && sameFile && sameRun && now.run.frozen !== true ? { speedKeys } : {}),
  };
}

/** Null, with a note, for what we have no clip for. */
export function readClip(item: ClipItem, place: ClipPlace, reading: ReadClip): Clip | null {
  const own = ownClip(item);
  if (own !== null && own.kind !== "media") return fitted(own, place);
  if (place.duration < frameLength(place.rate)) return null;
  const media = mediaClip(item, place, reading);
  if (media === null) reading.notes.note("generators");
  const unknown = (item.effects ?? []).some((one) => !/TimeWarp|FreezeFrame/.test(one.OTIO_SCHEMA));
  if (unknown) reading.notes.note("effects");
  return media;
}
