import type { Flicks } from "@cutroom/timeline";
import type { EditorState, SliceSet } from "./store.ts";

/** A file that is looked through before it is used, and the stretch of it that is wanted. */
export interface OpenSource {
  readonly assetId: string;
  /** Where the source's own playhead is, in the file's time. */
  readonly atFlicks: Flicks;
  readonly inFlicks: Flicks | null;
  readonly outFlicks: Flicks | null;
}

export interface SourceSlice {
  readonly source: OpenSource | null;
  readonly openSource: (assetId: string | null) => void;
  readonly seekSource: (atFlicks: Flicks) => void;
  /** Marks where the source stands; a mark beyond the other one takes that away. */
  readonly markSource: (edge: "in" | "out") => void;
}

export function sourceSlice(set: SliceSet, get: () => EditorState): SourceSlice {
  return {
    source: null,
    openSource: (assetId) => {
      if (assetId !== null) set({ playing: false });
      set({
        source: assetId === null ? null : { assetId, atFlicks: 0, inFlicks: null, outFlicks: null },
      });
    },
    seekSource: (atFlicks) => {
      const { source } = get();
      if (source !== null && source.atFlicks !== atFlicks) set({ source: { ...source, atFlicks } });
    },
    markSource: (edge) => {
      const { source } = get();
      if (source === null) return;
      const { atFlicks, inFlicks, outFlicks } = source;
      if (edge === "in") {
        const keeps = outFlicks !== null && outFlicks > atFlicks;
        set({ source: { ...source, inFlicks: atFlicks, outFlicks: keeps ? outFlicks : null } });
      } else {
        const keeps = inFlicks !== null && inFlicks < atFlicks;
        set({ source: { ...source, outFlicks: atFlicks, inFlicks: keeps ? inFlicks : null } });
      }
    },
  };
}
