import type { StoreApi } from "zustand";
import { createStore } from "zustand/vanilla";
import type { Journal } from "../session/journal.ts";
import type { OpLog } from "../session/op-log.ts";
import { type DocumentSlice, documentSlice, shownDocument } from "./document.ts";
import { type GenerationSlice, generationSlice } from "./generation.ts";
import { type PlaybackSlice, playbackSlice } from "./playback.ts";
import { type RangeSlice, rangeSlice } from "./range.ts";
import { type SaveSlice, initialSave } from "./save.ts";
import { type SelectionSlice, selectionSlice } from "./selection.ts";
import { type SourceSlice, sourceSlice } from "./source.ts";
import { type ViewportSlice, viewportSlice } from "./viewport.ts";

export interface EditorState
  extends
    DocumentSlice,
    GenerationSlice,
    SelectionSlice,
    PlaybackSlice,
    RangeSlice,
    ViewportSlice,
    SourceSlice,
    SaveSlice {
  /** Takes back what points at things that an edit removed: selection and playhead. */
  readonly settleAfterEdit: () => void;
}

export type SliceSet = (partial: Partial<EditorState>) => void;

export interface SliceDeps {
  readonly journal: Journal;
  readonly log: Pick<OpLog, "append" | "restart">;
  /** After every change that the server has to learn. */
  readonly onChange: () => void;
}

export type EditorStore = StoreApi<EditorState>;

/** The whole state of one open project; slices know each other only through it. */
export function createEditorStore(deps: SliceDeps): EditorStore {
  return createStore<EditorState>()((set, get) => ({
    ...documentSlice(set, get, deps),
    ...generationSlice(set),
    ...selectionSlice(set, get),
    ...playbackSlice(set, get),
    ...rangeSlice(set, get),
    ...viewportSlice(set, get),
    ...sourceSlice(set, get),
    ...initialSave,
    settleAfterEdit: () => {
      const { clips, transitions } = shownDocument(get());
      const { selectedClipIds, selectedTransitionId, editedTextId, seek, playheadFlicks } = get();
      const left = selectedClipIds.filter((id) => clips[id] !== undefined);
      if (left.length !== selectedClipIds.length) set({ selectedClipIds: left });
      if (selectedTransitionId !== null && transitions[selectedTransitionId] === undefined) {
        set({ selectedTransitionId: null });
      }
      if (editedTextId !== null && clips[editedTextId] === undefined) set({ editedTextId: null });
      seek(playheadFlicks);
    },
  }));
}
