/** What a compound clip is recognised by: the films and pictures within it. */
import type { CompoundClip, MediaClip, ProjectDocument } from "../document.ts";
import { lookUp } from "../queries.ts";
import { shownPieces } from "./contents.ts";
import { flatten } from "./flatten.ts";
import { insideOf } from "./sequences.ts";

interface Found {
  readonly sequences: ProjectDocument["sequences"];
  readonly pictures: readonly MediaClip[];
}
const known = new WeakMap<CompoundClip, Found>();

/**
 * The films and pictures that the clip shows, those of compound clips within it too, at the times
 * of the document around it. The track in front comes first, so that whoever draws them one over
 * another ends with what is behind, which is mostly the picture, where titles and insets are in
 * front. The same list as long as clip and sequences are the same.
 */
export function shownPictures(
  document: ProjectDocument,
  compound: CompoundClip,
): readonly MediaClip[] {
  const { sequences } = document;
  const before = known.get(compound);
  if (before !== undefined && before.sequences === sequences) return before.pictures;
  const inside = insideOf(document, compound.sequenceId);
  const pictures = inside === null ? [] : picturesOf(flatten(inside), compound);
  known.set(compound, { sequences, pictures });
  return pictures;
}

function picturesOf(inside: ProjectDocument, compound: CompoundClip): readonly MediaClip[] {
  const pieces = shownPieces(inside, compound).filter(
    (piece): piece is MediaClip => piece.kind === "media" && piece.mediaKind !== "audio",
  );
  return inside.trackOrder
    .toReversed()
    .filter((id) => lookUp(inside.tracks, id)?.hidden === false)
    .flatMap((id) => pieces.filter(({ trackId }) => trackId === id));
}
