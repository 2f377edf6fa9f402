import {
  type Clip,
  type Edit,
  type ProjectDocument,
  type TrackKind,
  editDocument,
} from "@cutroom/timeline";
import { addTrackEdit } from "../timeline/track-order.ts";

/** A track of its own for a clip that is carried below all lanes, and the document with it. */
export interface NewTrack {
  readonly trackId: string;
  readonly edit: Edit;
  readonly document: ProjectDocument;
}

function trackKindFor(clip: Clip): TrackKind {
  if (clip.kind === "text" || clip.kind === "caption") return clip.kind;
  return clip.kind === "media" && clip.mediaKind === "audio" ? "audio" : "overlay";
}

/** Sound gets an audio track, a title a text track, a picture or a shape one that lies over the others. */
export function newTrackFor(
  document: ProjectDocument,
  clip: Clip,
  idBase: string,
): NewTrack | null {
  const trackId = `${idBase}-track`;
  const edit = addTrackEdit(document, trackKindFor(clip), trackId);
  const added = editDocument(document, edit);
  return added.ok ? { trackId, edit, document: added.value } : null;
}
