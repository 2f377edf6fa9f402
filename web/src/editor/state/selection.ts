import { linkedClipIds } from "@cutroom/timeline";
import { shownDocument } from "./document.ts";
import type { EditorState, SliceSet } from "./store.ts";

type SelectHow = "replace" | "add" | "toggle";

export interface SelectionSlice {
  /** In the order in which they were selected. */
  readonly selectedClipIds: readonly string[];
  readonly selectedTransitionId: string | null;
  readonly selectClips: (clipIds: readonly string[], how?: SelectHow) => void;
  readonly selectTransition: (transitionId: string | null) => void;
  readonly clearSelection: () => void;
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

export function selectionSlice(set: SliceSet, get: () => EditorState): SelectionSlice {
  return {
    selectedClipIds: [],
    selectedTransitionId: null,
    selectClips: (clipIds, how = "replace") =>
      set({
        selectedTransitionId: null,
        selectedClipIds: selectionAfter(
          get().selectedClipIds,
          linkedClipIds(shownDocument(get()), clipIds),
          how,
        ),
      }),
    selectTransition: (selectedTransitionId) => set({ selectedTransitionId, selectedClipIds: [] }),
    clearSelection: () => set({ selectedClipIds: [], selectedTransitionId: null }),
  };
}
