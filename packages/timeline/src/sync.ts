/** How far linked clips have been moved against each other since they were linked. (E13) */
import type { Clip, MediaClip, ProjectDocument } from "./document.ts";
import { frameLength } from "./frames.ts";
import { readsSource } from "./source.ts";
import type { Flicks } from "./time.ts";

export interface SyncOffset {
  /** Positive: what it shows comes this much too late. Never 0. */
  readonly frames: number;
  /** The picture that the others of its link group are measured against. */
  readonly leads: boolean;
}

/** Which time of its source would lie at 0 of the timeline; null where the source does not run evenly. */
function sourceAtZero(clip: Clip): Flicks | null {
  if (!readsSource(clip) || clip.reversed || clip.speedKeys !== undefined) return null;
  return clip.sourceStart - Math.round((clip.start * clip.speed.n) / clip.speed.d);
}

/** The clip as it is when it belongs to nothing. */
export function withoutSync(clip: Clip): Clip {
  if (clip.kind !== "media" || clip.linkedSource === undefined) return clip;
  const { linkedSource: _linkedSource, ...rest } = clip;
  return rest;
}

/** The clip that counts as in sync where it lies now. */
export function inSyncFromNow(clip: Clip): Clip {
  const linkedSource = sourceAtZero(clip);
  if (linkedSource === null || clip.kind !== "media") return withoutSync(clip);
  return clip.linkedSource === linkedSource ? clip : { ...clip, linkedSource };
}

interface Member {
  readonly clip: MediaClip;
  /** How much later than it was meant to, in timeline time. */
  readonly lateFlicks: number;
}

function memberOf(clip: Clip): Member | null {
  const now = sourceAtZero(clip);
  if (now === null || clip.kind !== "media") return null;
  const late = ((clip.linkedSource ?? 0) - now) * (clip.speed.d / clip.speed.n);
  return { clip, lateFlicks: late };
}

/** Without a known time only two clips of the same file can be told to belong together. */
function comparable({ clip: one }: Member, { clip: other }: Member): boolean {
  const known = one.linkedSource !== undefined;
  return (
    one.speed.n * other.speed.d === other.speed.n * one.speed.d &&
    known === (other.linkedSource !== undefined) &&
    (known || one.assetId === other.assetId)
  );
}

/** Pictures lead, the lowest and earliest of them. */
function leaderFirst(document: ProjectDocument, members: readonly Member[]): Member[] {
  const rank = ({ clip }: Member) => (clip.mediaKind === "video" ? 0 : 1);
  const layer = ({ clip }: Member) => document.trackOrder.indexOf(clip.trackId);
  return members.toSorted(
    (a, b) => rank(a) - rank(b) || layer(a) - layer(b) || a.clip.start - b.clip.start,
  );
}

const offsetsOf = new WeakMap<ProjectDocument["clips"], ReadonlyMap<string, SyncOffset>>();

/**
 * The linked clips that are out of sync, by id. The leading picture of a group has an offset
 * only when nothing of its group is in sync with it.
 */
export function syncOffsets(document: ProjectDocument): ReadonlyMap<string, SyncOffset> {
  const known = offsetsOf.get(document.clips);
  if (known) return known;
  const groups = new Map<string, Member[]>();
  for (const clip of Object.values(document.clips)) {
    if (clip.linkId === null) continue;
    const member = memberOf(clip);
    if (member === null) continue;
    const group = groups.get(clip.linkId);
    if (group) group.push(member);
    else groups.set(clip.linkId, [member]);
  }
  const frameFlicks = frameLength(document.settings.rate);
  const offsets = new Map<string, SyncOffset>();
  for (const members of groups.values()) {
    const [leader, ...others] = leaderFirst(document, members);
    if (leader === undefined) continue;
    const measured = others
      .filter((other) => comparable(leader, other))
      .map(({ clip, lateFlicks }) => ({
        clip,
        frames: Math.round((lateFlicks - leader.lateFlicks) / frameFlicks),
      }));
    for (const { clip, frames } of measured) {
      if (frames !== 0) offsets.set(clip.id, { frames, leads: false });
    }
    const [first] = measured;
    if (first !== undefined && measured.every(({ frames }) => frames !== 0)) {
      offsets.set(leader.clip.id, { frames: -first.frames, leads: true });
    }
  }
  offsetsOf.set(document.clips, offsets);
  return offsets;
}
