import type { ProjectDocument, TextClip } from "@cutroom/timeline";

/** The same document with nothing to see of a title: its words are in a field over the picture. */
export function withoutWords(document: ProjectDocument, clipId: string | null): ProjectDocument {
  const clip = clipId === null ? undefined : document.clips[clipId];
  if (clip?.kind !== "text") return document;
  const blank: TextClip = { ...clip, text: "", style: { ...clip.style, boxColour: null } };
  return { ...document, clips: { ...document.clips, [clip.id]: blank } };
}
