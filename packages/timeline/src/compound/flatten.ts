/** A document without compound clips that shows and sounds the same. */
import type { Clip, CompoundClip, ProjectDocument, Track, Transition } from "../document.ts";
import { openDraft, settleTransitions } from "../draft.ts";
import { clipsOnTrack, lookUp } from "../queries.ts";
import { hasSolo, shownPieces, trackThrough } from "./contents.ts";
import { insideOf, isCompound, shownSequences } from "./sequences.ts";

const flat = new WeakMap<ProjectDocument, ProjectDocument>();

interface Laid {
  readonly trackOrder: string[];
  readonly tracks: Map<string, Track>;
  readonly clips: Map<string, Clip>;
  readonly transitions: Map<string, Transition>;
}

/** No id of a document has a dot, so these are never another's. */
const idWithin = (outerId: string, innerId: string) => `${outerId}.${innerId}`;

/** Lays what the compound clip shows onto tracks of its own above the one that it lies on. */
function layOut(laid: Laid, host: Track, compound: CompoundClip, inside: ProjectDocument): void {
  const trackIdOf = (innerId: string) => idWithin(host.id, idWithin(compound.sequenceId, innerId));
  for (const innerId of inside.trackOrder) {
    const inner = lookUp(inside.tracks, innerId);
    const id = trackIdOf(innerId);
    // Clips of one sequence on one track share their tracks: they are never on at the same time.
    if (inner === undefined || laid.tracks.has(id)) continue;
    laid.tracks.set(id, { ...trackThrough(host, inner, hasSolo(inside)), id });
    laid.trackOrder.push(id);
  }
  for (const piece of shownPieces(inside, compound)) {
    const id = idWithin(compound.id, piece.id);
    laid.clips.set(id, { ...piece, id, trackId: trackIdOf(piece.trackId), linkId: null });
  }
  for (const transition of Object.values(inside.transitions)) {
    const id = idWithin(compound.id, transition.id);
    const leftClipId = idWithin(compound.id, transition.leftClipId);
    const rightClipId = idWithin(compound.id, transition.rightClipId);
    laid.transitions.set(id, { ...transition, id, leftClipId, rightClipId });
  }
}

/**
 * The document with the contents of every compound clip in its place, those within them too, on
 * tracks of their own: exactly what a person gets who breaks all of them apart. A transition
 * that the edge of a compound clip cuts is settled as after any edit (E6). The very same document
 * when it has no compound clip, and always the same one for the same document.
 */
export function flatten(document: ProjectDocument): ProjectDocument {
  if (shownSequences(document.clips).size === 0) return document;
  const known = flat.get(document);
  if (known !== undefined) return known;
  const laid: Laid = {
    trackOrder: [],
    tracks: new Map(Object.entries(document.tracks)),
    clips: new Map(Object.entries(document.clips).filter(([, clip]) => !isCompound(clip))),
    transitions: new Map(Object.entries(document.transitions)),
  };
  const insides = new Map<string, ProjectDocument | null>();
  for (const id of shownSequences(document.clips)) {
    const inside = insideOf(document, id);
    insides.set(id, inside && flatten(inside));
  }
  for (const trackId of document.trackOrder) {
    laid.trackOrder.push(trackId);
    const host = lookUp(document.tracks, trackId);
    for (const clip of clipsOnTrack(document, trackId)) {
      if (host === undefined || !isCompound(clip)) continue;
      const inside = insides.get(clip.sequenceId);
      if (inside) layOut(laid, host, clip, inside);
    }
  }
  const { sequences: _sequences, ...rest } = document;
  const whole: ProjectDocument = {
    ...rest,
    trackOrder: laid.trackOrder,
    tracks: Object.fromEntries(laid.tracks),
    clips: Object.fromEntries(laid.clips),
    transitions: Object.fromEntries(laid.transitions),
  };
  const draft = openDraft(whole);
  settleTransitions(draft);
  const result = { ...whole, transitions: Object.fromEntries(draft.transitions) };
  flat.set(document, result);
  return result;
}
