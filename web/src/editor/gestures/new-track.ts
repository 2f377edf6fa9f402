import { type Clip, type Edit, type ProjectDocument, editDocument } from "@cutroom/timeline";
import { addTrackEdit } from "../timeline/track-order.ts";

/** A track of its own for a clip that is carried below all lanes, and the document with it. */
export interface NewTrack {
  readonly trackId: string;
  readonly edit: Edit;
  readonly document: ProjectDocument;
}

/** Sound gets an audio track, a title a text track, a picture one that lies over the others. */
export function newTrackFor(
  document: ProjectDocument,
  clip: Clip,
  idBase: string,
): NewTrack | null {
  const kind = clip.kind === "text" ? "text" : clip.mediaKind === "audio" ? "audio" : "overlay";
  const trackId = `${idBase}-track`;
  const edit = addTrackEdit(document, kind, trackId);
  const added = editDocument(document, edit);
  return added.ok ? { trackId, edit, document: added.value } : null;
}
