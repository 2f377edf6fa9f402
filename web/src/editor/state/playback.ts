import {
  type Flicks,
  documentDuration,
  flicksToFrameNearest,
  framesToFlicks,
} from "@cutroom/timeline";
import { shownDocument } from "./document.ts";
import type { EditorState, SliceSet } from "./store.ts";

export interface PlaybackSlice {
  /** On a frame of the project, never past its end. */
  readonly playheadFlicks: Flicks;
  readonly playing: boolean;
  /** 1 is normal; J and L go through -8 ... 8. */
  readonly shuttleRate: number;
  /** Frames that the monitor has as exact pictures, in order. */
  readonly exactFrames: readonly number[];
  readonly setExactFrames: (frames: readonly number[]) => void;
  readonly seek: (time: Flicks) => void;
  readonly stepFrames: (frames: number) => void;
  readonly setPlaying: (playing: boolean) => void;
  readonly setShuttleRate: (rate: number) => void;
  /** J (-1) and L (1): play that way; again is twice as fast; the other way starts over at 1. */
  readonly shuttle: (direction: 1 | -1) => void;
}

const MAX_RATE = 8;

export function nextShuttleRate(playing: boolean, rate: number, direction: 1 | -1): number {
  if (!playing || Math.sign(rate) !== direction) return direction;
  return direction * Math.min(MAX_RATE, Math.abs(rate) * 2);
}

export function playbackSlice(set: SliceSet, get: () => EditorState): PlaybackSlice {
  const seek = (time: Flicks) => {
    const document = shownDocument(get());
    const fps = document.settings.rate;
    const last = framesToFlicks(flicksToFrameNearest(documentDuration(document), fps), fps);
    const frame = framesToFlicks(flicksToFrameNearest(Math.max(0, time), fps), fps);
    const playheadFlicks = Math.min(frame, last);
    if (playheadFlicks !== get().playheadFlicks) set({ playheadFlicks });
  };
  return {
    playheadFlicks: 0,
    playing: false,
    shuttleRate: 1,
    exactFrames: [],
    setExactFrames: (exactFrames) => set({ exactFrames }),
    seek,
    stepFrames: (frames) => {
      const fps = shownDocument(get()).settings.rate;
      set({ playing: false });
      seek(framesToFlicks(flicksToFrameNearest(get().playheadFlicks, fps) + frames, fps));
    },
    setPlaying: (playing) => set(playing ? { playing } : { playing, shuttleRate: 1 }),
    setShuttleRate: (shuttleRate) => set({ shuttleRate }),
    shuttle: (direction) =>
      set({
        playing: true,
        shuttleRate: nextShuttleRate(get().playing, get().shuttleRate, direction),
      }),
  };
}
