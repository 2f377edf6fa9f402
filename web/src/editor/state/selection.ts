import { type ProjectDocument, companionIds, linkedClipIds } from "@cutroom/timeline";
import { shownDocument } from "./document.ts";
import type { EditorState, SliceSet } from "./store.ts";

type SelectHow = "replace" | "add" | "toggle";

export interface SelectionSlice {
  /** In the order in which they were selected. */
  readonly selectedClipIds: readonly string[];
  readonly selectedTransitionId: string | null;
  /** With everything that belongs to them, their links and their groups. */
  readonly selectClips: (clipIds: readonly string[], how?: SelectHow) => void;
  /** One clip without what belongs to it: edits take it alone, too. */
  readonly selectAlone: (clipId: string) => void;
  readonly selectTransition: (transitionId: string | null) => void;
  readonly clearSelection: () => void;
  /** The title whose words are being changed on the picture. */
  readonly editedTextId: string | null;
  /** Opens the words of a title on the picture, or closes them (null). */
  readonly editText: (clipId: string | null) => void;
}

/** The selection after `clipIds` were pointed at. */
export function selectionAfter(
  current: readonly string[],
  clipIds: readonly string[],
  how: SelectHow,
): readonly string[] {
  if (how === "replace") return clipIds;
  if (how === "add") return [...new Set([...current, ...clipIds])];
  const on = clipIds.some((id) => !current.includes(id));
  return on
    ? [...new Set([...current, ...clipIds])]
    : current.filter((id) => !clipIds.includes(id));
}

/** Whether an edit of the selection takes link partners along: not of a clip that is selected alone. */
export function takesLinks(document: ProjectDocument, selectedClipIds: readonly string[]): boolean {
  return linkedClipIds(document, selectedClipIds).length === selectedClipIds.length;
}

export function selectionSlice(set: SliceSet, get: () => EditorState): SelectionSlice {
  return {
    selectedClipIds: [],
    selectedTransitionId: null,
    selectClips: (clipIds, how = "replace") =>
      set({
        selectedTransitionId: null,
        selectedClipIds: selectionAfter(
          get().selectedClipIds,
          companionIds(shownDocument(get()), clipIds),
          how,
        ),
      }),
    selectAlone: (clipId) => set({ selectedTransitionId: null, selectedClipIds: [clipId] }),
    selectTransition: (selectedTransitionId) => set({ selectedTransitionId, selectedClipIds: [] }),
    clearSelection: () => set({ selectedClipIds: [], selectedTransitionId: null }),
    editedTextId: null,
    editText: (clipId) => {
      const clip = clipId === null ? undefined : shownDocument(get()).clips[clipId];
      if (clip?.kind !== "text") {
        set({ editedTextId: null });
        return;
      }
      const { playheadFlicks, seek, selectClips, setPlaying } = get();
      setPlaying(false);
      selectClips([clip.id]);
      const within = playheadFlicks - clip.start;
      if (within < 0 || within >= clip.duration) seek(clip.start + clip.duration / 2);
      set({ editedTextId: clip.id });
    },
  };
}
