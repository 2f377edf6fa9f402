import type { Gap } from "../actions/place-generated.ts";
import type { SliceSet } from "./store.ts";

export interface GenerationSlice {
  /** Where the next generated clip goes; null: to the playhead. */
  readonly gap: Gap | null;
  readonly chooseGap: (gap: Gap | null) => void;
}

export function generationSlice(set: SliceSet): GenerationSlice {
  return { gap: null, chooseGap: (gap) => set({ gap }) };
}
