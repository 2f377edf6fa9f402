/**
 * An edit in progress: the document's entities in maps that the edit may write. `closeDraft`
 * makes a document of it again and is the one way out, so every edit keeps every rule.
 */
import { sameJson } from "./diff-documents.ts";
import type { Clip, Marker, ProjectDocument, Transition } from "./document.ts";
import type { EditFailure, EditFailureCode } from "./failure-codes.ts";
import { frameLength } from "./frames.ts";
import { checkChange } from "./invariants.ts";
import type { RuleId, Violation } from "./invariants.ts";
import { lookUp } from "./queries.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";
import { clipEnd } from "./source.ts";
import { maxTransitionFrames } from "./transition-fit.ts";

export interface Draft {
  readonly before: ProjectDocument;
  readonly clips: Map<string, Clip>;
  readonly transitions: Map<string, Transition>;
  readonly markers: Map<string, Marker>;
}

export type EditResult = Result<ProjectDocument, EditFailure>;

export function openDraft(document: ProjectDocument): Draft {
  return {
    before: document,
    clips: new Map(Object.entries(document.clips)),
    transitions: new Map(Object.entries(document.transitions)),
    markers: new Map(Object.entries(document.markers)),
  };
}

/** Free ids `base-1`, `base-2`, ...: the caller's `base` makes them unique and repeatable. */
export function freshIds(draft: Draft, base: string): () => string {
  let count = 0;
  const groups = new Set(
    [...draft.clips.values()].flatMap(({ linkId, groupId }) => [linkId, groupId]),
  );
  return () => {
    let id: string;
    do {
      count += 1;
      id = `${base}-${count}`;
    } while (draft.clips.has(id) || groups.has(id) || draft.transitions.has(id));
    return id;
  };
}

/** The track's clips in time order, as the draft has them now. */
export function draftTrack(draft: Draft, trackId: string): Clip[] {
  return [...draft.clips.values()]
    .filter((clip) => clip.trackId === trackId)
    .toSorted((a, b) => a.start - b.start);
}

export function putClips(draft: Draft, clips: Iterable<Clip>): void {
  for (const clip of clips) draft.clips.set(clip.id, clip);
}

/**
 * Removes the transitions that no longer join two touching clips and shortens those that no
 * longer fit; of two on one clip the earlier has precedence, as in the compiler. (E6)
 */
export function settleTransitions(draft: Draft): void {
  const frameFlicks = frameLength(draft.before.settings.rate);
  const placed = [...draft.transitions.values()].flatMap((transition) => {
    const left = draft.clips.get(transition.leftClipId);
    const right = draft.clips.get(transition.rightClipId);
    return left && right && left.trackId === right.trackId && clipEnd(left) === right.start
      ? [{ transition, left, right }]
      : [];
  });
  draft.transitions.clear();
  const heads = new Map<string, Transition>();
  const inOrder = placed.toSorted((a, b) => a.right.start - b.right.start);
  for (const { transition, left, right } of inOrder) {
    const cut = { left, right, frameFlicks, head: heads.get(left.id), tail: undefined };
    const duration = Math.min(transition.duration, maxTransitionFrames(cut) * frameFlicks);
    if (duration < frameFlicks) continue;
    const kept = duration === transition.duration ? transition : { ...transition, duration };
    heads.set(right.id, kept);
    draft.transitions.set(kept.id, kept);
  }
}

/** The record of `now`; what is equal to its old self keeps the old identity, and so do all. */
function recordOf<T>(before: Readonly<Record<string, T>>, now: ReadonlyMap<string, T>) {
  let kept = 0;
  const entries = [...now].map(([id, value]): [string, T] => {
    const old = lookUp(before, id);
    if (old === undefined || !sameJson(old, value)) return [id, value];
    kept += 1;
    return [id, old];
  });
  const same = kept === now.size && kept === Object.keys(before).length;
  return same ? before : (Object.fromEntries(entries) as Record<string, T>);
}

const CODES: Partial<Record<RuleId, EditFailureCode>> = {
  T3: "track.missing",
  T4: "track.kind",
  T6: "clip.overlap",
  T7: "clip.source-range",
  T20: "compound.missing",
  T21: "compound.nested",
  T22: "compound.captions",
};

function refuse(violation: Violation) {
  const [id = "", otherId] = violation.ids;
  const ids = otherId === undefined ? { id } : { id, otherId };
  const code = CODES[violation.rule];
  return code ? fail(code, ids) : fail("edit.breaks-rule", { rule: violation.rule, ...ids });
}

/** The first locked track on which something differs. (E3) */
function lockedTrack(before: ProjectDocument, after: ProjectDocument): string | null {
  if (!Object.values(before.tracks).some((track) => track.locked)) return null;
  const touched = (trackId: string | undefined) =>
    trackId !== undefined && lookUp(before.tracks, trackId)?.locked === true ? trackId : null;
  const ids = new Set([...Object.keys(before.clips), ...Object.keys(after.clips)]);
  for (const id of ids) {
    const [old, now] = [lookUp(before.clips, id), lookUp(after.clips, id)];
    if (old === now) continue;
    const trackId = touched(old?.trackId) ?? touched(now?.trackId);
    if (trackId !== null) return trackId;
  }
  const joints = new Set([...Object.keys(before.transitions), ...Object.keys(after.transitions)]);
  for (const id of joints) {
    const [old, now] = [lookUp(before.transitions, id), lookUp(after.transitions, id)];
    if (old === now) continue;
    const clipId = (old ?? now)?.leftClipId ?? "";
    const trackId = touched((lookUp(before.clips, clipId) ?? lookUp(after.clips, clipId))?.trackId);
    if (trackId !== null) return trackId;
  }
  return null;
}

/** Refuses a document that changed a locked track or breaks a rule. */
export function checkEdited(before: ProjectDocument, after: ProjectDocument): EditResult {
  if (after === before) return ok(before);
  const trackId = lockedTrack(before, after);
  if (trackId !== null) return fail("track.locked", { trackId });
  const [violation] = checkChange(before, after);
  return violation ? refuse(violation) : ok(after);
}

/**
 * The edited document, settled and checked; the very same one when nothing differs. `others` is
 * what the edit changes besides, which it only does along with clips.
 */
export function closeDraft(
  draft: Draft,
  others: Partial<Pick<ProjectDocument, "sequences" | "trackOrder" | "tracks">> = {},
): EditResult {
  settleTransitions(draft);
  const { before } = draft;
  const clips = recordOf(before.clips, draft.clips);
  const transitions = recordOf(before.transitions, draft.transitions);
  const markers = recordOf(before.markers, draft.markers);
  if (clips === before.clips && transitions === before.transitions && markers === before.markers) {
    return ok(before);
  }
  return checkEdited(before, { ...before, ...others, clips, transitions, markers });
}
