/**
 * Makes one compound clip C of several clips: they move into a new sequence, on tracks as they had.
 *
 *     before  text-1   [T]           after  text-1
 *             video-1  [AAA][BB]            video-1  [CCCCC]
 *
 * C lies on the lowest track of pictures among theirs that has room and would change nothing of
 * what the others look and sound like, else on a new one above them. Transitions between two of
 * them go along.
 * Failures: `clip.missing`, `compound.captions`, `compound.no-picture`,
 * `compound.transition-outside`, `id.taken`, `track.locked`.
 */
import { z } from "zod";
import { makesPicture } from "../bounds.ts";
import { compoundClip, entityId } from "../document.ts";
import type { Clip, CompoundClip, ProjectDocument, Sequence, Track } from "../document.ts";
import { closeDraft, freshIds, openDraft, putClips } from "../draft.ts";
import type { EditResult } from "../draft.ts";
import { ceilToFrame, floorToFrame } from "../frames.ts";
import { plainTrack } from "../new-project.ts";
import { clipsOnTrack, lookUp, trackAccepts } from "../queries.ts";
import { fail } from "../result.ts";
import { selectClips } from "../select-clips.ts";
import { clipEnd, startingAt } from "../source.ts";
import type { TimeRange } from "../time.ts";
import { clipIds, idBase, linked } from "./fields.ts";

export const makeCompoundArgs = z.strictObject({
  type: z.literal("make-compound"),
  clipIds,
  /** Of the new sequence; no other has it. */
  sequenceId: entityId,
  name: compoundClip.shape.name,
  idBase,
  linked,
});

/** A track that adds nothing to what lies on it. */
function isPlain({ muted, hidden, gainDb = 0, pan = 0, ducking }: Track): boolean {
  return !muted && !hidden && gainDb === 0 && pan === 0 && ducking === undefined;
}

/** The track that can carry the compound clip; undefined when none can. */
function hostAmong(
  document: ProjectDocument,
  tracks: readonly Track[],
  range: TimeRange,
  within: ReadonlySet<string>,
): Track | undefined {
  const end = range.start + range.duration;
  return tracks.find(
    (track) =>
      trackAccepts(track.kind, { kind: "compound" }) &&
      (tracks.length === 1 || isPlain(track)) &&
      clipsOnTrack(document, track.id).every(
        (clip) => within.has(clip.id) || clipEnd(clip) <= range.start || clip.start >= end,
      ),
  );
}

function newHost(document: ProjectDocument, id: string): Track {
  const names = new Set(Object.values(document.tracks).map(({ name }) => name));
  let number = 1;
  while (names.has(`Overlay ${number}`)) number += 1;
  return plainTrack(id, "overlay", `Overlay ${number}`);
}

/** As the track is, but for what the host goes on doing to all of them. */
function innerTrack(track: Track, host: Track): Track {
  if (track.id === host.id) return plainTrack(track.id, track.kind, track.name);
  return { ...track, solo: false, locked: false };
}

function rangeOf(clips: readonly Clip[], { settings }: ProjectDocument): TimeRange {
  // Sound may start between two frames; what makes a picture may not (T5).
  const start = floorToFrame(Math.min(...clips.map((clip) => clip.start)), settings.rate);
  const end = ceilToFrame(Math.max(...clips.map(clipEnd)), settings.rate);
  return { start, duration: end - start };
}

const recordOf = <T extends { readonly id: string }>(values: readonly T[]): Record<string, T> =>
  Object.fromEntries(values.map((value) => [value.id, value]));

export function makeCompound(
  document: ProjectDocument,
  args: z.infer<typeof makeCompoundArgs>,
): EditResult {
  const { sequences = {} } = document;
  if (Object.hasOwn(sequences, args.sequenceId)) return fail("id.taken", { id: args.sequenceId });
  const selected = selectClips(document, args.clipIds, args.linked);
  if (!selected.ok) return selected;
  const clips = selected.value;
  if (clips.some(({ kind }) => kind === "caption")) return fail("compound.captions");
  if (!clips.some(makesPicture)) return fail("compound.no-picture");
  const within = new Set(clips.map(({ id }) => id));
  const joints = Object.values(document.transitions).filter(
    ({ leftClipId, rightClipId }) => within.has(leftClipId) || within.has(rightClipId),
  );
  const torn = joints.find((one) => !within.has(one.leftClipId) || !within.has(one.rightClipId));
  if (torn) return fail("compound.transition-outside", { transitionId: torn.id });

  const draft = openDraft(document);
  const fresh = freshIds(draft, args.idBase);
  const range = rangeOf(clips, document);
  const trackIds = new Set(clips.map(({ trackId }) => trackId));
  const own = document.trackOrder.flatMap((id) =>
    trackIds.has(id) ? (lookUp(document.tracks, id) ?? []) : [],
  );
  const found = hostAmong(document, own, range, within);
  const host = found ?? newHost(document, `${args.idBase}-track`);
  if (!found && Object.hasOwn(document.tracks, host.id)) return fail("id.taken", { id: host.id });
  const compound: CompoundClip = {
    kind: "compound",
    id: fresh(),
    trackId: host.id,
    name: args.name,
    ...range,
    linkId: null,
    sequenceId: args.sequenceId,
    sourceStart: 0,
    audio: { gainDb: 0, muted: false },
  };
  const inside: Sequence = {
    trackOrder: own.map(({ id }) => id),
    tracks: recordOf(own.map((track) => innerTrack(track, host))),
    clips: recordOf(clips.map((clip) => startingAt(clip, clip.start - range.start))),
    transitions: recordOf(joints),
    markers: {},
  };
  for (const id of within) draft.clips.delete(id);
  putClips(draft, [compound]);
  return closeDraft(draft, {
    sequences: { ...sequences, [args.sequenceId]: inside },
    ...(found ? {} : withTrackAbove(document, host, own.at(-1)?.id)),
  });
}

/** Tracks and their order with one more, just above another. */
function withTrackAbove(document: ProjectDocument, track: Track, belowId: string | undefined) {
  const { trackOrder, tracks } = document;
  const index = belowId === undefined ? trackOrder.length : trackOrder.indexOf(belowId) + 1;
  return {
    trackOrder: trackOrder.toSpliced(index, 0, track.id),
    tracks: { ...tracks, [track.id]: track },
  };
}
