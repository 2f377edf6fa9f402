import {
  type Flicks,
  type FrameRange,
  type ProjectDocument,
  documentDuration,
  flicksToFrameNearest,
  frameLength,
} from "@cutroom/timeline";
import { shownDocument } from "./document.ts";
import type { EditorState, SliceSet } from "./store.ts";

export interface Range {
  readonly startFlicks: Flicks;
  readonly endFlicks: Flicks;
}

export interface RangeSlice {
  /** Marks on the timeline; with one of them the range goes to the start or the end of the film. */
  readonly inFlicks: Flicks | null;
  readonly outFlicks: Flicks | null;
  /** Playing goes back to the in point when it comes to the out point. */
  readonly looping: boolean;
  /** Marks where the playhead is; a mark beyond the other one takes that away. */
  readonly markRange: (edge: "in" | "out") => void;
  readonly clearRange: () => void;
  readonly toggleLooping: () => void;
  /** The playhead as playing moves it. */
  readonly playTo: (time: Flicks) => void;
}

/** The marked stretch of the film; null without marks. */
export function rangeOf(
  { inFlicks, outFlicks }: Pick<RangeSlice, "inFlicks" | "outFlicks">,
  document: ProjectDocument,
): Range | null {
  if (inFlicks === null && outFlicks === null) return null;
  return { startFlicks: inFlicks ?? 0, endFlicks: outFlicks ?? documentDuration(document) };
}

/** The frames of `document` that are marked; null without marks, or where they hold none of it. */
export function markedFrames(
  marks: Pick<RangeSlice, "inFlicks" | "outFlicks">,
  document: ProjectDocument,
): FrameRange | null {
  const range = rangeOf(marks, document);
  if (range === null) return null;
  const frameAt = (time: Flicks) => flicksToFrameNearest(time, document.settings.rate);
  const startFrame = frameAt(range.startFlicks);
  const endFrame = frameAt(Math.min(range.endFlicks, documentDuration(document)));
  return startFrame < endFrame ? { startFrame, endFrame } : null;
}

export function rangeSlice(set: SliceSet, get: () => EditorState): RangeSlice {
  return {
    inFlicks: null,
    outFlicks: null,
    looping: false,
    markRange: (edge) => {
      const { inFlicks, outFlicks, playheadFlicks: at } = get();
      if (edge === "in") {
        set({ inFlicks: at, outFlicks: outFlicks !== null && outFlicks > at ? outFlicks : null });
      } else {
        set({ outFlicks: at, inFlicks: inFlicks !== null && inFlicks < at ? inFlicks : null });
      }
    },
    clearRange: () => set({ inFlicks: null, outFlicks: null, looping: false }),
    toggleLooping: () => set({ looping: !get().looping }),
    playTo: (time) => {
      const { looping, playing, seek } = get();
      const document = shownDocument(get());
      const range = looping && playing ? rangeOf(get(), document) : null;
      // A frame before its end, because playing stops by itself at the end of the film.
      const last = range === null ? 0 : range.endFlicks - frameLength(document.settings.rate);
      seek(range !== null && time >= last ? range.startFlicks : time);
    },
  };
}
