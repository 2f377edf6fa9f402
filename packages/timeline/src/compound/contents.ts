/** What a compound clip shows of its sequence, and how the track that it lies on bears upon that. */
import type { Clip, CompoundClip, ProjectDocument, Track } from "../document.ts";
import { frameLength } from "../frames.ts";
import { clipEnd, pieceOf, startingAt } from "../source.ts";

/** As loud as clips and tracks can be set. */
const MOST_DB = { clip: 24, track: 12 };
const LEAST_DB = -60;

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

const sumDb = (a: number, b: number, of: keyof typeof MOST_DB = "clip") =>
  within(a + b, LEAST_DB, MOST_DB[of]);

/** The clip as it sounds within a compound clip of this level. */
function heardThrough(clip: Clip, { gainDb, muted }: CompoundClip["audio"]): Clip {
  if (gainDb === 0 && !muted) return clip;
  if (clip.kind === "compound") {
    const audio = { gainDb: sumDb(clip.audio.gainDb, gainDb), muted: clip.audio.muted || muted };
    return { ...clip, audio };
  }
  if (clip.kind !== "media") return clip;
  const keys = clip.audio.gainKeys?.map((key) => ({ ...key, value: sumDb(key.value, gainDb) }));
  const audio = {
    ...clip.audio,
    gainDb: sumDb(clip.audio.gainDb, gainDb),
    muted: clip.audio.muted || muted,
    ...(keys === undefined ? {} : { gainKeys: keys }),
  };
  return { ...clip, audio };
}

/**
 * The clips of `inside`, the compound clip's sequence, as they are seen and heard in its place: cut
 * at its edges as a split cuts, at the times of the document around it. What is left of a clip
 * and is shorter than a frame vanishes (E5).
 */
export function shownPieces(inside: ProjectDocument, compound: CompoundClip): Clip[] {
  const { sourceStart, start, duration, audio } = compound;
  const frameFlicks = frameLength(inside.settings.rate);
  return Object.values(inside.clips).flatMap((clip): Clip[] => {
    const from = Math.max(clip.start, sourceStart);
    const to = Math.min(clipEnd(clip), sourceStart + duration);
    if (to - from < frameFlicks) return [];
    return [heardThrough(startingAt(pieceOf(clip, from, to), from - sourceStart + start), audio)];
  });
}

/** A track of the inside as it is seen and heard on `host`, the track of its compound clip. */
export function trackThrough(host: Track, inner: Track, innerSolo: boolean): Track {
  const { gainDb = 0, pan = 0, ducking, ...rest } = inner;
  const level = sumDb(gainDb, host.gainDb ?? 0, "track");
  const place = within(pan + (host.pan ?? 0), -1, 1);
  const ducked = ducking ?? host.ducking;
  return {
    ...rest,
    muted: host.muted || inner.muted || (innerSolo && !inner.solo),
    solo: host.solo,
    hidden: host.hidden || inner.hidden,
    ...(level === 0 ? {} : { gainDb: level }),
    ...(place === 0 ? {} : { pan: place }),
    ...(ducked === undefined ? {} : { ducking: ducked }),
  };
}

/** Is any track of the inside heard alone? */
export function hasSolo({ tracks }: Pick<ProjectDocument, "tracks">): boolean {
  return Object.values(tracks).some(({ solo }) => solo);
}
