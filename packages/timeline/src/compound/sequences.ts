/**
 * Sequences: what compound clips show. A sequence has tracks and clips as a document has, so its
 * inside is opened as a document of its own and every edit works in there as it does outside.
 */
import type { Clip, CompoundClip, ProjectDocument, Sequence } from "../document.ts";
import { lookUp } from "../queries.ts";
import { clipEnd, tailHandle } from "../source.ts";

/** A compound clip within a compound clip, and so on: deep enough for people, safe for the stack. */
const MAX_NESTING = 8;

const NO_SEQUENCES: NonNullable<ProjectDocument["sequences"]> = {};

/** The inside of a sequence as a document; null when there is no such sequence. */
export function insideOf(document: ProjectDocument, sequenceId: string): ProjectDocument | null {
  const sequence = lookUp(document.sequences ?? NO_SEQUENCES, sequenceId);
  return sequence === undefined ? null : { ...document, ...sequence };
}

/** The document with `inside` as what lies in the sequence; what else was changed in there counts too. */
export function withInside(
  document: ProjectDocument,
  sequenceId: string,
  inside: ProjectDocument,
): ProjectDocument {
  const { trackOrder, tracks, clips, transitions, markers, sequences } = inside;
  const sequence = { trackOrder, tracks, clips, transitions, markers };
  return { ...document, sequences: { ...sequences, [sequenceId]: sequence } };
}

export function isCompound(clip: Clip): clip is CompoundClip {
  return clip.kind === "compound";
}

const known = new WeakMap<ProjectDocument["clips"], ReadonlySet<string>>();

/** The sequences that these clips show, not those within them. */
export function shownSequences(clips: ProjectDocument["clips"]): ReadonlySet<string> {
  const found = known.get(clips);
  if (found !== undefined) return found;
  const ids = new Set(
    Object.values(clips)
      .filter(isCompound)
      .map(({ sequenceId }) => sequenceId),
  );
  known.set(clips, ids);
  return ids;
}

/** Does any clip of the document, or of any of its sequences, show the sequence? */
export function isShown(document: ProjectDocument, sequenceId: string): boolean {
  return [document, ...Object.values(document.sequences ?? NO_SEQUENCES)].some(({ clips }) =>
    shownSequences(clips).has(sequenceId),
  );
}

/** Sequences that clips name and that are not there. */
export function missingSequences(document: ProjectDocument): string[] {
  const { sequences = NO_SEQUENCES } = document;
  const missing = new Set<string>();
  for (const { clips } of [document, ...Object.values(sequences)]) {
    for (const id of shownSequences(clips)) if (!Object.hasOwn(sequences, id)) missing.add(id);
  }
  return [...missing];
}

/** Sequences that contain themselves, or others more than eight deep. */
export function endlessSequences({ sequences = NO_SEQUENCES }: ProjectDocument): string[] {
  const heights = new Map<string, number>();
  const heightOf = (id: string): number => {
    const before = heights.get(id);
    if (before !== undefined) return before;
    // Whoever comes here again on the way has come round.
    heights.set(id, Number.POSITIVE_INFINITY);
    const within = [...shownSequences(lookUp(sequences, id)?.clips ?? {})];
    const height = 1 + Math.max(0, ...within.map(heightOf));
    heights.set(id, height);
    return height;
  };
  return Object.keys(sequences).filter((id) => heightOf(id) > MAX_NESTING);
}

/**
 * Every clip that the film is made of: the document's own and, once each, those of the sequences
 * that can be seen. Their times count from the start of their own sequence.
 */
export function everyClip({
  clips,
  sequences = NO_SEQUENCES,
}: Pick<ProjectDocument, "clips" | "sequences">): readonly Clip[] {
  const found = Object.values(clips);
  const entered = new Set<string>();
  // What is added on the way is looked at, too.
  for (const clip of found) {
    if (!isCompound(clip) || entered.has(clip.sequenceId)) continue;
    entered.add(clip.sequenceId);
    for (const inner of Object.values(lookUp(sequences, clip.sequenceId)?.clips ?? {})) {
      found.push(inner);
    }
  }
  return found;
}

/** The document with `change` made to its clips and to those of every sequence; itself when none differs. */
export function withEveryRecord(
  document: ProjectDocument,
  change: (clips: ProjectDocument["clips"]) => ProjectDocument["clips"],
): ProjectDocument {
  const clips = change(document.clips);
  const changed = new Map<string, Sequence>();
  for (const [id, sequence] of Object.entries(document.sequences ?? NO_SEQUENCES)) {
    const inner = change(sequence.clips);
    if (inner !== sequence.clips) changed.set(id, { ...sequence, clips: inner });
  }
  if (changed.size === 0) return clips === document.clips ? document : { ...document, clips };
  const sequences = { ...document.sequences, ...Object.fromEntries(changed) };
  return { ...document, clips, sequences };
}

/** How much longer the clip's end could reach to the right: a compound clip's as far as its contents go. */
export function tailRoom(document: ProjectDocument, clip: Clip): number {
  if (!isCompound(clip)) return tailHandle(clip);
  const inside = lookUp(document.sequences ?? NO_SEQUENCES, clip.sequenceId);
  const end = Math.max(0, ...Object.values(inside?.clips ?? {}).map(clipEnd));
  return Math.max(0, end - clip.sourceStart - clip.duration);
}
