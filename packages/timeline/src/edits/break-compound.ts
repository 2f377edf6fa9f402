/**
 * Lays the contents of a compound clip C in its place, as far as they are seen. Copies of it stay.
 *
 *     before  video-1  [CCCCC]       after  text-1   [T]
 *                                           video-1  [AAA][BB]
 *
 * The lowest pictures go where C was. The rest goes to the tracks that it came from when that
 * changes nothing of what is seen and heard, else onto new ones above.
 * Failures: `clip.missing`, `clip.kind` (no compound clip), `compound.missing`, `track.locked`.
 */
import { z } from "zod";
import { hasSolo, shownPieces, trackThrough } from "../compound/contents.ts";
import { insideOf, isCompound } from "../compound/sequences.ts";
import { sameJson } from "../diff-documents.ts";
import { entityId } from "../document.ts";
import type { Clip, CompoundClip, ProjectDocument, Track } from "../document.ts";
import { closeDraft, freshIds, openDraft } from "../draft.ts";
import type { Draft, EditResult } from "../draft.ts";
import { clipsOnTrack, lookUp } from "../queries.ts";
import { fail } from "../result.ts";
import { clipEnd } from "../source.ts";
import { idBase } from "./fields.ts";

export const breakCompoundArgs = z.strictObject({
  type: z.literal("break-compound"),
  clipId: entityId,
  idBase,
});

/** Nothing but the compound clip itself lies on the track at its time. */
function isFree(document: ProjectDocument, trackId: string, { id, start, duration }: CompoundClip) {
  return clipsOnTrack(document, trackId).every(
    (clip) => clip.id === id || clipEnd(clip) <= start || clip.start >= start + duration,
  );
}

/** What of a track is seen and heard. */
function bearing({ muted, hidden, solo, gainDb = 0, pan = 0, ducking }: Track) {
  return { muted, hidden, solo, gainDb, pan, ducking: ducking ?? null };
}

interface Places {
  readonly trackOrder: string[];
  readonly tracks: ProjectDocument["tracks"];
  /** Where the clips of each inner track go. */
  readonly trackIdOf: ReadonlyMap<string, string>;
}

/** A track for each inner one, those of pictures in the order in which they are drawn. */
function placesFor(
  document: ProjectDocument,
  compound: CompoundClip,
  inner: readonly Track[],
  newTrackId: () => string,
): Places {
  const trackOrder = [...document.trackOrder];
  const tracks = { ...document.tracks };
  const trackIdOf = new Map<string, string>();
  const host = lookUp(tracks, compound.trackId);
  let below = compound.trackId;
  let hostIsTaken = false;
  for (const track of inner) {
    const draws = track.kind !== "audio";
    const canTake = (id: string): boolean => {
      const there = lookUp(document.tracks, id);
      if (!there || there.locked || there.kind !== track.kind) return false;
      return isFree(document, id, compound) && sameJson(bearing(there), bearing(track));
    };
    const between = (id: string) =>
      trackOrder.slice(trackOrder.indexOf(below) + 1, trackOrder.indexOf(id));
    const isNext = (id: string) =>
      trackOrder.indexOf(id) > trackOrder.indexOf(below) &&
      between(id).every((one) => isFree(document, one, compound));
    let id = track.id;
    if (draws && !hostIsTaken && host?.kind === track.kind && canTake(host.id)) id = host.id;
    else if (!canTake(id) || (draws && !isNext(id))) {
      id = newTrackId();
      // Sound stays below the pictures.
      trackOrder.splice(draws ? trackOrder.indexOf(below) + 1 : 0, 0, id);
      tracks[id] = { ...track, id };
    }
    if (draws) {
      hostIsTaken = true;
      below = id;
    }
    trackIdOf.set(track.id, id);
  }
  return { trackOrder, tracks, trackIdOf };
}

/** The pieces under new names, of which those of one link group, or group, have one in common. */
function renamed(pieces: readonly Clip[], places: Places, fresh: () => string) {
  const names = new Map<string, string>();
  const newName = (old: string) => {
    const name = names.get(old) ?? fresh();
    names.set(old, name);
    return name;
  };
  return new Map(
    pieces.map((piece): [string, Clip] => {
      const { id, trackId, linkId, groupId } = piece;
      const clip = {
        ...piece,
        id: fresh(),
        trackId: places.trackIdOf.get(trackId) ?? trackId,
        linkId: linkId === null ? null : newName(`link ${linkId}`),
        ...(groupId === undefined ? {} : { groupId: newName(`group ${groupId}`) }),
      };
      return [id, clip];
    }),
  );
}

function lay(
  draft: Draft,
  inside: ProjectDocument,
  clips: ReadonlyMap<string, Clip>,
  fresh: () => string,
) {
  for (const clip of clips.values()) draft.clips.set(clip.id, clip);
  for (const transition of Object.values(inside.transitions)) {
    const left = clips.get(transition.leftClipId);
    const right = clips.get(transition.rightClipId);
    if (!left || !right) continue;
    const id = fresh();
    draft.transitions.set(id, { ...transition, id, leftClipId: left.id, rightClipId: right.id });
  }
}

export function breakCompound(
  document: ProjectDocument,
  args: z.infer<typeof breakCompoundArgs>,
): EditResult {
  const compound = lookUp(document.clips, args.clipId);
  if (!compound) return fail("clip.missing", { clipId: args.clipId });
  if (!isCompound(compound)) return fail("clip.kind", { clipId: args.clipId });
  const inside = insideOf(document, compound.sequenceId);
  const host = lookUp(document.tracks, compound.trackId);
  if (!inside || !host) return fail("compound.missing", { sequenceId: compound.sequenceId });
  const pieces = shownPieces(inside, compound);
  const used = new Set(pieces.map(({ trackId }) => trackId));
  const inner = inside.trackOrder.flatMap((id) => {
    const track = used.has(id) ? lookUp(inside.tracks, id) : undefined;
    return track ? [trackThrough(host, track, hasSolo(inside))] : [];
  });
  const draft = openDraft(document);
  const freshId = freshIds(draft, args.idBase);
  const fresh = () => {
    let id = freshId();
    while (Object.hasOwn(document.tracks, id)) id = freshId();
    return id;
  };
  const places = placesFor(document, compound, inner, fresh);
  draft.clips.delete(compound.id);
  lay(draft, inside, renamed(pieces, places, fresh), fresh);
  const { trackOrder, tracks } = places;
  return closeDraft(
    draft,
    trackOrder.length === document.trackOrder.length ? {} : { trackOrder, tracks },
  );
}
