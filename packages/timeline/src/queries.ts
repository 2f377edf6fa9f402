/** Questions about a document, remembered per document: a new document is a new question. */
import type { Clip, ProjectDocument, TrackKind } from "./document.ts";
import { clipEnd, headHandle, tailHandle } from "./source.ts";
import type { Flicks } from "./time.ts";
import { frameLength } from "./frames.ts";
import { maxTransitionFrames, transitionsByEdge } from "./transition-fit.ts";

const NO_CLIPS: readonly Clip[] = [];
const byTrack = new WeakMap<ProjectDocument["clips"], ReadonlyMap<string, readonly Clip[]>>();

/** The entity called `id`, never something that a plain object inherits. */
export function lookUp<T>(record: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

function groupByTrack(clips: ProjectDocument["clips"]): ReadonlyMap<string, readonly Clip[]> {
  const known = byTrack.get(clips);
  if (known) return known;
  const groups = new Map<string, Clip[]>();
  for (const clip of Object.values(clips)) {
    const group = groups.get(clip.trackId);
    if (group) group.push(clip);
    else groups.set(clip.trackId, [clip]);
  }
  for (const group of groups.values()) group.sort((a, b) => a.start - b.start);
  byTrack.set(clips, groups);
  return groups;
}

/** The clips of one track in time order; the same array for the same document. */
export function clipsOnTrack(document: ProjectDocument, trackId: string): readonly Clip[] {
  return groupByTrack(document.clips).get(trackId) ?? NO_CLIPS;
}

/** Where the last clip ends, in flicks; 0 without clips. Captions make no film longer. */
export function documentDuration(document: ProjectDocument): Flicks {
  let end = 0;
  for (const clips of groupByTrack(document.clips).values()) {
    const last = clips.at(-1);
    if (last && last.kind !== "caption") end = Math.max(end, clipEnd(last));
  }
  return end;
}

/** The clip of the track that is on at `time`; edges are half-open. */
export function clipAt(document: ProjectDocument, trackId: string, time: Flicks): Clip | null {
  const clips = clipsOnTrack(document, trackId);
  let low = 0;
  let high = clips.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const clip = clips[middle];
    if (clip && clip.start <= time) low = middle + 1;
    else high = middle;
  }
  const clip = clips[low - 1];
  return clip && time < clipEnd(clip) ? clip : null;
}

export interface EditPoint {
  readonly timeFlicks: Flicks;
  readonly clipId: string;
  readonly edge: "start" | "end";
}

const pointsOf = new WeakMap<ProjectDocument["clips"], readonly EditPoint[]>();

/** Every edge of every clip in time order. */
export function editPoints(document: ProjectDocument): readonly EditPoint[] {
  const known = pointsOf.get(document.clips);
  if (known) return known;
  const points = Object.values(document.clips)
    .flatMap((clip): EditPoint[] => [
      { timeFlicks: clip.start, clipId: clip.id, edge: "start" },
      { timeFlicks: clipEnd(clip), clipId: clip.id, edge: "end" },
    ])
    .toSorted((a, b) => a.timeFlicks - b.timeFlicks);
  pointsOf.set(document.clips, points);
  return points;
}

/** May a track of this kind carry this clip? Titles and shapes fit on text and on overlay tracks. (T4) */
export function trackAccepts(
  kind: TrackKind,
  clip:
    | { readonly kind: "text" | "shape" | "caption" | "compound" }
    | { readonly kind: "media"; readonly mediaKind: string },
): boolean {
  if (clip.kind === "caption") return kind === "caption";
  if (clip.kind === "compound") return kind === "video" || kind === "overlay";
  if (clip.kind !== "media") return kind === "text" || kind === "overlay";
  if (clip.mediaKind === "audio") return kind === "audio";
  return kind === "video" || kind === "overlay";
}

interface Belonging {
  /** Ids of clips by the link or the group that they are in. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  readonly groups: ReadonlyMap<string, readonly string[]>;
}

const belongings = new WeakMap<ProjectDocument["clips"], Belonging>();

function belongingOf({ clips }: ProjectDocument): Belonging {
  const known = belongings.get(clips);
  if (known) return known;
  const links = new Map<string, string[]>();
  const groups = new Map<string, string[]>();
  const put = (into: Map<string, string[]>, key: string, id: string) => {
    const ids = into.get(key);
    if (ids) ids.push(id);
    else into.set(key, [id]);
  };
  for (const { id, linkId, groupId } of Object.values(clips)) {
    if (linkId !== null) put(links, linkId, id);
    if (groupId !== undefined) put(groups, groupId, id);
  }
  const belonging = { links, groups };
  belongings.set(clips, belonging);
  return belonging;
}

/** The clips together with everything in their link groups; the given order comes first. */
export function linkedClipIds(document: ProjectDocument, clipIds: readonly string[]): string[] {
  const { links } = belongingOf(document);
  const partners = clipIds.flatMap((id) => {
    const linkId = lookUp(document.clips, id)?.linkId;
    return (linkId ? links.get(linkId) : undefined) ?? [];
  });
  return [...new Set([...clipIds, ...partners])];
}

/**
 * What is selected when these clips are: they, their link groups and their groups, and what
 * belongs to those again; the given order comes first.
 */
export function companionIds(document: ProjectDocument, clipIds: readonly string[]): string[] {
  const { groups } = belongingOf(document);
  let ids = linkedClipIds(document, clipIds);
  for (;;) {
    const members = ids.flatMap((id) => {
      const groupId = lookUp(document.clips, id)?.groupId;
      return (groupId === undefined ? undefined : groups.get(groupId)) ?? [];
    });
    if (members.length === 0) return ids;
    const more = linkedClipIds(document, [...new Set([...ids, ...members])]);
    if (more.length === ids.length) return ids;
    ids = more;
  }
}

export interface CutHandles {
  /** How far the left clip could run on; null when it has no end (a still, a title). */
  readonly leftFlicks: Flicks | null;
  /** How much earlier the right clip could start; null when it has no beginning. */
  readonly rightFlicks: Flicks | null;
  /** The longest transition that fits at this cut; 0 when none does. */
  readonly maxTransitionFlicks: Flicks;
}

/** What a transition at the cut of two touching clips could use; null when they do not touch. */
export function handlesAtCut(
  document: ProjectDocument,
  leftClipId: string,
  rightClipId: string,
): CutHandles | null {
  const left = lookUp(document.clips, leftClipId);
  const right = lookUp(document.clips, rightClipId);
  if (!left || !right || left.trackId !== right.trackId || clipEnd(left) !== right.start) {
    return null;
  }
  const { heads, tails } = transitionsByEdge(Object.values(document.transitions));
  const finite = (length: number) => (Number.isFinite(length) ? length : null);
  const frame = frameLength(document.settings.rate);
  return {
    leftFlicks: finite(tailHandle(left)),
    rightFlicks: finite(headHandle(right)),
    maxTransitionFlicks:
      frame *
      maxTransitionFrames({
        left,
        right,
        frameFlicks: frame,
        head: heads.get(leftClipId),
        tail: tails.get(rightClipId),
      }),
  };
}
