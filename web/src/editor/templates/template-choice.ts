import type { Clip, ProjectDocument, TemplateWish } from "@cutroom/timeline";

/** A clip that can become a place or a field, with the name that it gets unless changed. */
export interface Candidate {
  readonly clipId: string;
  readonly kind: "picture" | "sound" | "text";
  readonly name: string;
}

function candidateOf(clip: Clip): Candidate[] {
  if (clip.kind !== "text" && clip.kind !== "media") return [];
  const kind = clip.kind === "text" ? "text" : clip.mediaKind === "audio" ? "sound" : "picture";
  const name = (clip.kind === "text" ? clip.text : clip.name.replace(/\.[^.]+$/, "")).trim();
  return [{ clipId: clip.id, kind, name: name.replaceAll(/\s+/g, " ").slice(0, 60) }];
}

/** Everything of a project that may be chosen anew, in time order, pictures before sound and words. */
export function candidatesOf(document: ProjectDocument): readonly Candidate[] {
  const kinds = ["picture", "sound", "text"];
  return Object.values(document.clips)
    .toSorted((a, b) => a.start - b.start)
    .flatMap(candidateOf)
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

/** `labels` has the name of each place and field that is wanted, by clip. */
export function wishOf(
  candidates: readonly Candidate[],
  labels: Readonly<Record<string, string>>,
  length: "fixed" | "auto",
): Pick<TemplateWish, "slots" | "texts"> {
  const wanted = candidates.flatMap(({ clipId, kind, name }) => {
    const label = labels[clipId];
    return label === undefined ? [] : [{ clipId, kind, label: label.trim() || name || clipId }];
  });
  return {
    slots: wanted
      .filter(({ kind }) => kind !== "text")
      .map(({ clipId, label }) => ({ clipId, label, length })),
    texts: wanted
      .filter(({ kind }) => kind === "text")
      .map(({ clipId, label }) => ({ clipId, label })),
  };
}
