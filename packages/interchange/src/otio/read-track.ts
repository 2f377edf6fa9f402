/** One track of a file: its items follow one another, so their places are sums of lengths. */
import {
  flicksToFrameNearest,
  framesToFlicks,
  plainTrack,
  track as trackShape,
} from "@cutroom/timeline";
import type { Clip, Flicks, Rate, Track, TrackKind } from "@cutroom/timeline";
import { readClip } from "./read-clip.ts";
import type { ReadClip } from "./read-clip.ts";
import { flicksOf } from "./rational.ts";
import { isClip, isNested, isTransition, ours, referenceOf } from "./shape.ts";
import type { Child, TrackItem, TransitionItem } from "./shape.ts";

export interface Cut {
  readonly item: TransitionItem;
  readonly left: Clip | null;
  readonly right: Clip | null;
}

export interface ReadTrack {
  readonly track: Track;
  readonly clips: readonly Clip[];
  readonly cuts: readonly Cut[];
}

interface Reading extends ReadClip {
  readonly rate: Rate;
  readonly takenIds: Set<string>;
}

type Space = "track" | "clip" | "transition" | "marker";

/** An id that nothing of its kind has: the wanted one, or a new one. */
export function freshId(
  taken: Set<string>,
  space: Space,
  wanted: unknown,
  prefix: string = space,
): string {
  const fits = typeof wanted === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(wanted);
  let id = fits && !(wanted in Object.prototype) ? wanted : `${prefix}-1`;
  for (let count = 1; taken.has(`${space}/${id}`); count += 1) id = `${prefix}-${count}`;
  taken.add(`${space}/${id}`);
  return id;
}

function trackOf(item: TrackItem, kind: TrackKind, { takenIds }: Reading): Track {
  const own = trackShape.safeParse(ours(item)["track"]);
  if (own.success) return { ...own.data, id: freshId(takenIds, "track", own.data.id, kind) };
  const id = freshId(takenIds, "track", null, kind);
  const plain = plainTrack(id, kind, (item.name ?? "").slice(0, 120));
  if (item.enabled !== false) return plain;
  return kind === "audio" ? { ...plain, muted: true } : { ...plain, hidden: true };
}

function lengthOf(child: Exclude<Child, TransitionItem>): Flicks {
  const range =
    child.source_range ?? (isClip(child) ? referenceOf(child)?.available_range : undefined);
  return range ? Math.max(0, flicksOf(range.duration)) : 0;
}

/** The edge on the project's frames, where pictures must lie; sound stays where it is. */
function edge(at: Flicks, rate: Rate, isSound: boolean): Flicks {
  return isSound ? at : framesToFlicks(flicksToFrameNearest(at, rate), rate);
}

/** `firstVideo`: the lowest picture track is the main one, those above lie over it. */
export function readTrack(item: TrackItem, firstVideo: boolean, reading: Reading): ReadTrack {
  const isSound = item.kind === "Audio";
  const kind: TrackKind = isSound ? "audio" : firstVideo ? "video" : "overlay";
  const track = trackOf(item, kind, reading);
  const clips: Clip[] = [];
  const cuts: Cut[] = [];
  let at = 0;
  let left: Clip | null = null;
  let open: TransitionItem | null = null;
  for (const child of item.children) {
    if (isTransition(child)) {
      open = child;
      continue;
    }
    if (isNested(child)) reading.notes.note("nested");
    const end: Flicks = at + lengthOf(child);
    const start = edge(at, reading.rate, isSound);
    const right: Clip | null = isClip(child)
      ? readClip(
          child,
          {
            id: freshId(reading.takenIds, "clip", idOf(child)),
            trackId: track.id,
            isSoundTrack: isSound,
            start,
            duration: edge(end, reading.rate, isSound) - start,
            rate: reading.rate,
          },
          reading,
        )
      : null;
    if (open !== null) cuts.push({ item: open, left, right });
    if (right !== null) clips.push(child.enabled === false ? switchedOff(right) : right);
    open = null;
    left = right;
    at = end;
  }
  if (open !== null) cuts.push({ item: open, left, right: null });
  return { track, clips, cuts };
}

function idOf(child: Child): unknown {
  const clip = ours(child)["clip"];
  return typeof clip === "object" && clip !== null && "id" in clip ? clip.id : null;
}

/** We have no switch for one clip: it is there, clear and silent. */
function switchedOff(clip: Clip): Clip {
  const clear = { ...clip, opacity: 0 };
  return clear.kind === "media" ? { ...clear, audio: { ...clear.audio, muted: true } } : clear;
}
