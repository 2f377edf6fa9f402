import type { FrameWish } from "../../generate/generate-choice.ts";
import type { Gap } from "../actions/place-generated.ts";
import type { SliceSet } from "./store.ts";

export interface GenerationSlice {
  /** Where the next generated clip goes; null: to the playhead. */
  readonly gap: Gap | null;
  readonly chooseGap: (gap: Gap | null) => void;
  /** Pictures that the next generated clip begins and ends with; null: words alone. */
  readonly frames: FrameWish | null;
  readonly chooseFrames: (frames: FrameWish | null) => void;
}

export function generationSlice(set: SliceSet): GenerationSlice {
  return {
    gap: null,
    chooseGap: (gap) => set({ gap }),
    frames: null,
    chooseFrames: (frames) => set({ frames }),
  };
}
