"use client";
/** The one recording of this tab, for whatever shows or stops it. */
import { create } from "zustand";
import type { RecordKind, Recording } from "./recording.ts";
import { recordingShelf } from "./recording-shelf.ts";

export type RecordPhase = "idle" | "countdown" | "recording" | "paused" | "saving";

interface RecordState {
  readonly phase: RecordPhase;
  readonly kind: RecordKind;
  /** Until it begins. */
  readonly secondsLeft: number;
  readonly stream: MediaStream | null;
  /** Without pauses. */
  readonly elapsedMs: () => number;
  /** Keeps what was recorded; during the countdown there is nothing to keep. */
  readonly stop: () => void;
  readonly pauseOrResume: () => void;
  /** Throws away what was recorded. */
  readonly discard: () => void;
  /** The project is closed: what was recorded stays on the shelf. */
  readonly leave: () => void;
  /** Recordings of an earlier visit that the library has not. */
  readonly left: readonly Recording[];
}

const nothing = () => {};

export const AT_REST = {
  phase: "idle",
  stream: null,
  secondsLeft: 0,
  elapsedMs: () => 0,
  stop: nothing,
  pauseOrResume: nothing,
  discard: nothing,
  leave: nothing,
} as const;

export const useRecording = create<RecordState>(() => ({ ...AT_REST, kind: "voice", left: [] }));

export const isRecording = () => useRecording.getState().phase !== "idle";

/** Looks for recordings that were cut off; a browser without a store has none. */
export async function findLeft(userId: string): Promise<void> {
  const again = () => void findLeft(userId);
  const left = await recordingShelf.left(userId, again).catch(() => []);
  useRecording.setState({ left });
}
