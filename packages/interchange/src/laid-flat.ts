import { flatten } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";

/**
 * The document as formats without compound clips have it: their contents in their place, under
 * names that a document may have.
 */
export function laidFlat(document: ProjectDocument): ProjectDocument {
  const flat = flatten(document);
  if (flat === document) return document;
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = id.includes(".") ? freeName(document, names.size) : id;
    names.set(id, name);
    return name;
  };
  const tracks: ProjectDocument["tracks"] = {};
  for (const track of Object.values(flat.tracks)) {
    const id = nameOf(track.id);
    tracks[id] = { ...track, id };
  }
  const clips: ProjectDocument["clips"] = {};
  for (const clip of Object.values(flat.clips)) {
    const id = nameOf(clip.id);
    clips[id] = { ...clip, id, trackId: nameOf(clip.trackId) };
  }
  const transitions: ProjectDocument["transitions"] = {};
  for (const transition of Object.values(flat.transitions)) {
    const id = nameOf(transition.id);
    const leftClipId = nameOf(transition.leftClipId);
    const rightClipId = nameOf(transition.rightClipId);
    transitions[id] = { ...transition, id, leftClipId, rightClipId };
  }
  return { ...flat, trackOrder: flat.trackOrder.map(nameOf), tracks, clips, transitions };
}

/** A name that nothing of the document has. */
function freeName({ tracks, clips, transitions }: ProjectDocument, count: number): string {
  let name = `within-${count}`;
  while ([tracks, clips, transitions].some((record) => Object.hasOwn(record, name))) name += "-";
  return name;
}
